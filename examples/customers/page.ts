/** A page of the application: a table of customers with a filter and pages, as HTML. */

interface Row {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly country: string;
  readonly creditLimit: number;
  readonly createdAt: string;
  readonly orders: readonly { readonly number: string; readonly status: string }[];
}

export interface CustomerPage {
  readonly customers: {
    readonly nodes: readonly Row[];
    readonly totalCount: number;
    readonly pageInfo: { readonly endCursor: string | null };
  };
}

export const CUSTOMERS = `query Customers($first: Int!, $after: String, $search: String) {
  customers(first: $first, after: $after, name_Icontains: $search, orderBy: { field: NAME, direction: ASC }) {
    nodes { id name email phone country creditLimit createdAt orders { number status } }
    totalCount
    pageInfo { endCursor }
  }
}`;

const COLUMNS = ["Name", "Email", "Phone", "Country", "Credit limit", "Customer since", "Orders"];
const STYLE = `body{margin:0;background:#f6f7f9;color:#1c2430;font:14px/1.4 "DejaVu Sans",sans-serif}
main{margin:28px auto;width:1120px;background:#fff;border:1px solid #dfe3e8;border-radius:8px;overflow:hidden}
header,footer{display:flex;align-items:center;justify-content:space-between;padding:16px 20px}
h1{margin:0;font-size:19px}input{width:240px;padding:7px 10px;border:1px solid #c4cbd4;border-radius:6px;font:inherit}
table{width:100%;border-collapse:collapse}th{background:#f6f7f9;color:#5b6675;font-size:12px;text-align:left}
th,td{padding:9px 12px;border-top:1px solid #e8ebef;white-space:nowrap}td.number,th.number{text-align:right}
.status{padding:1px 7px;margin-right:4px;border-radius:9px;background:#e7f0ff;font-size:12px}
.OPEN{background:#fff1d6}.pages span{padding:4px 10px;margin-left:4px;border:1px solid #dfe3e8;border-radius:6px}
.pages .current{background:#1c2430;color:#fff}`;

/** @param page - From 1. */
export function renderPage({ customers }: CustomerPage, search: string, page: number, size: number): string {
  const pages = Array.from({ length: Math.ceil(customers.totalCount / size) }, (_, index) => index + 1);
  const cells = (row: Row): string[] => [
    `<td><b>${escapeHtml(row.name)}</b></td>`,
    ...[row.email, row.phone, row.country].map((text) => `<td>${escapeHtml(text)}</td>`),
    `<td class="number">${row.creditLimit.toLocaleString("en", { style: "currency", currency: "EUR" })}</td>`,
    `<td>${row.createdAt.slice(0, 10)}</td>`,
    `<td>${row.orders.map(({ number, status }) => `<span class="status ${status}">${number}</span>`).join("")}</td>`,
  ];
  const first = (page - 1) * size + 1;
  return `<!doctype html><meta charset="utf-8"><title>Customers</title><style>${STYLE}</style><main>
<header><h1>Customers</h1><input value="${escapeHtml(search)}" placeholder="Search names"></header>
<table><tr>${COLUMNS.map((name) => `<th${name === "Credit limit" ? ' class="number"' : ""}>${name}</th>`).join("")}</tr>
${customers.nodes.map((row) => `<tr>${cells(row).join("")}</tr>`).join("\n")}</table>
<footer><span>${first}–${first + customers.nodes.length - 1} of ${customers.totalCount}</span><span class="pages">${pages
    .map((label) => `<span${label === page ? ' class="current"' : ""}>${label}</span>`)
    .join("")}</span></footer></main>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
