import { NextResponse } from "next/server";
import { listNames } from "./lib/rows";

export const config = { matcher: "/live" };

export async function middleware(): Promise<NextResponse> {
  const names = await listNames();
  return NextResponse.next({ headers: { "x-integrations": `${names.length}` } });
}
