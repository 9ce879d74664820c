/** Reads a schema from the TypeScript types that graphql-codegen's `typescript` plugin writes, because some SDKs publish only those. */

const SCALAR = /^Scalars\[['"](\w+)['"]\](?:\[['"]\w+['"]\])?$/;
const BUILT_IN: ReadonlySet<string> = new Set(["ID", "String", "Boolean", "Int", "Float"]);

interface Declarations {
  /** Interfaces and fields of object types, interfaces, input types and arguments, by name. */
  readonly objects: ReadonlyMap<string, { readonly interfaces: readonly string[]; readonly body: string }>;
  readonly enums: ReadonlyMap<string, string>;
  readonly unions: ReadonlyMap<string, string>;
}

/** Returns SDL. Defaults, directives and descriptions are not known, and fields of interfaces keep the types' order. */
export function readDeclaredSchema(types: string): string {
  const text = types
    .replaceAll("\r", "")
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/^\s*\n/gm, "");
  const declarations = findDeclarations(text);
  const { objects, enums, unions } = declarations;
  const interfaces = new Set([...objects.values()].flatMap((one) => one.interfaces));
  const inputs = findInputs(declarations);
  const names = findReachable(declarations, ["Query", "Mutation"]);
  for (const [name, one] of objects)
    if (one.interfaces.some((owner) => names.has(owner))) findReachable(declarations, [name], names);
  const definitions = [...names].flatMap((name): string[] => {
    const [object, values, union] = [objects.get(name), enums.get(name), unions.get(name)];
    if (values !== undefined) return [`enum ${name} { ${values} }`];
    if (union !== undefined) return [`union ${name} = ${union}`];
    if (!object) return [];
    const owners = object.interfaces.length > 0 ? ` implements ${object.interfaces.join(" & ")}` : "";
    const kind = inputs.has(name) ? "input" : interfaces.has(name) ? "interface" : "type";
    const fields = readFields(object.body).map(([field, type]) => {
      const args = kind === "input" ? "" : renderArguments(declarations, name, field);
      return `${field}${args}: ${renderType(type)}`;
    });
    return [`${kind} ${name}${owners} { ${fields.join("\n")} }`];
  });
  // Some SDKs declare neither all enums nor all scalars.
  const leaves = [...names].filter(
    (name) => !BUILT_IN.has(name) && ![objects, enums, unions].some((one) => one.has(name)),
  );
  return [...leaves.map((name) => `scalar ${name}`), ...definitions].join("\n");
}

function findDeclarations(text: string): Declarations {
  const objects = [...text.matchAll(/^(?:export )?(?:declare )?type (\w+) = ([\w &]*?)(?:& )?\{\n(.*?)^\};/gms)].map(
    ([, name = "", owners = "", body = ""]) => [name, { interfaces: owners.match(/\w+/g) ?? [], body }] as const,
  );
  const unions = [...text.matchAll(/^(?:export )?(?:declare )?type (\w+) = (\w+(?: \| \w+)*);$/gm)];
  const enums = [...text.matchAll(/^(?:export )?(?:declare )?enum (\w+) \{\n(.*?)^\}/gms)];
  return {
    objects: new Map(objects),
    unions: new Map(unions.map(([, name = "", members = ""]) => [name, members])),
    enums: new Map(
      enums.map(([, name = "", body = ""]) => [
        name,
        [...body.matchAll(/= ['"](\w+)['"]/g)].map(([, one]) => one).join(" "),
      ]),
    ),
  };
}

/** Names and TypeScript types of the properties. */
function readFields(body: string): (readonly [name: string, type: string])[] {
  return [...body.matchAll(/^ +(?:readonly )?['"]?(\w+)['"]?\??: ([^\n]*?);$/gm)].flatMap(([, name = "", type = ""]) =>
    name.startsWith("__") ? [] : [[name, type] as const],
  );
}

function renderType(type: string): string {
  const [, maybe] = /^(?:Input)?Maybe<(.*)>$/.exec(type) ?? [];
  return maybe === undefined ? `${renderNamed(type)}!` : renderNamed(maybe);
}

function renderNamed(type: string): string {
  const [, item] = /^(?:Readonly)?Array<(.*)>$/.exec(type) ?? [];
  return item === undefined ? (SCALAR.exec(type)?.[1] ?? type) : `[${renderType(item)}]`;
}

function argumentsOf({ objects }: Declarations, owner: string, field: string): (readonly [string, string])[] {
  const name = `${owner}${field.charAt(0).toUpperCase()}${field.slice(1)}Args`;
  return readFields(objects.get(name)?.body ?? "");
}

function renderArguments(declarations: Declarations, owner: string, field: string): string {
  const args = argumentsOf(declarations, owner, field).map(([name, type]) => `${name}: ${renderType(type)}`);
  return args.length > 0 ? `(${args.join(", ")})` : "";
}

const namedIn = (type: string): string => renderType(type).replaceAll(/[[\]!]/g, "");

/** The types that arguments refer to, directly or through fields. */
function findInputs(declarations: Declarations): Set<string> {
  const { objects } = declarations;
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const [, type] of readFields(objects.get(name)?.body ?? "")) add(namedIn(type));
  };
  for (const [name, { body }] of objects) {
    if (name.endsWith("Args") && !body.includes("__typename"))
      for (const [, type] of readFields(body)) add(namedIn(type));
  }
  return found;
}

function findReachable(declarations: Declarations, names: readonly string[], found = new Set<string>()): Set<string> {
  const { objects, unions } = declarations;
  const queue = [...names];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const object = objects.get(name);
    if (found.has(name)) continue;
    found.add(name);
    queue.push(...(unions.get(name)?.match(/\w+/g) ?? []), ...(object?.interfaces ?? []));
    for (const [field, type] of readFields(object?.body ?? "")) {
      queue.push(namedIn(type), ...argumentsOf(declarations, name, field).map(([, input]) => namedIn(input)));
    }
  }
  return found;
}
