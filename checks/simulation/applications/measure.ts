/** Runs the applications of this folder: on the simulated platform, and on plain resolvers. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type DocumentNode, type GraphQLSchema, parse } from "graphql";
import { type Bug, findCaught, findFailures } from "../seeded-bugs.ts";
import * as bookings from "./bookings/cases.ts";
import { createExecute, type SignIn } from "./client.ts";
import * as releases from "./releases/cases.ts";
import { type Api, openSchema, openSimulation } from "./servers.ts";

const FOLDER = import.meta.dirname;

interface Application extends Omit<Api, "schema" | "now"> {
  readonly style: string;
  readonly cases: object;
  readonly bugs: readonly Bug[];
  readonly now?: number;
  /** Whether its functions have a client of each user, and not the execution of texts. */
  readonly hasUsers?: boolean;
}

const applications: Readonly<Record<string, Application>> = {
  releases: { ...releases, style: "groups, lists with required arguments", userType: "Actor" },
  bookings: { ...bookings, style: "unions and permissions", hasUsers: true },
};

export const APPLICATIONS: readonly string[] = Object.keys(applications);

/** How an API is set up, with the file that a test author writes. */
const SETUPS = {
  none: "",
  rules: "platform.rules.ts",
  resolvers: "resolvers.js",
} as const;
export type Setup = keyof typeof SETUPS;

export interface Measurement {
  readonly application: string;
  /** Products with such schemas, or what its schema has. */
  readonly style: string;
  readonly setup: Setup;
  /** Lines of the set-up, without imports, comments and empty lines. */
  readonly lines: number;
  readonly tests: number;
  /** Titles of the tests that fail without a bug. */
  readonly falseAlarms: readonly string[];
  readonly bugs: number;
  /** Titles of the bugs that no test notices. */
  readonly missed: readonly string[];
}

/** Each application with each of the set-ups that it has. */
export async function measureAll(setups: readonly Setup[]): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const name of APPLICATIONS) {
    for (const setup of setups) {
      if (existsSync(join(FOLDER, name, SETUPS[setup]))) measurements.push(await measure(name, setup));
    }
  }
  return measurements;
}

/** An application with a set-up that it has. */
export async function measure(name: string, setup: Setup): Promise<Measurement> {
  const application = applications[name] as Application;
  const { style, cases, bugs, hasUsers } = application;
  const schema = await readFile(join(FOLDER, name, "schema.graphql"), "utf8");
  const file = join(FOLDER, name, SETUPS[setup]);
  const open = await loadSetup(setup, file, { now: Date.now(), ...application, schema });
  const run = {
    source: new URL(`${name}/${name}.ts`, import.meta.url),
    name: "create",
    cases: cases as Readonly<Record<string, (app: unknown) => Promise<void>>>,
    bugs,
    async openApi(): Promise<unknown> {
      const signIn = open();
      return hasUsers ? signIn : createExecute(await signIn());
    },
  };
  const caught = await findCaught(run);
  return {
    application: name,
    style,
    setup,
    tests: Object.keys(cases).length,
    bugs: bugs.length,
    lines: setup === "none" ? 0 : countLines(await readFile(file, "utf8")),
    falseAlarms: await findFailures(run),
    missed: [...caught].flatMap(([title, failures]) => (failures.length === 0 ? [title] : [])),
  };
}

/** Not a literal, because tests that load this module do not have the packages of this folder. */
const TOOLS: string = "@graphql-tools/schema";

interface Tools {
  makeExecutableSchema(options: {
    readonly typeDefs: DocumentNode;
    readonly resolvers: object;
  }): GraphQLSchema;
}

/** Loads a set-up. Returns a function that opens a new server. */
async function loadSetup(setup: Setup, file: string, api: Api): Promise<() => SignIn> {
  if (setup === "none") return () => openSimulation(api, {});
  const module = await import(file);
  if (setup === "rules") return () => openSimulation(api, module);
  const { makeExecutableSchema }: Tools = await import(TOOLS);
  const typeDefs = parse(api.schema);
  const create = (resolvers: object): GraphQLSchema => makeExecutableSchema({ typeDefs, resolvers });
  return () => openSchema(create(module.createResolvers(api.data)), api);
}

/** Lines of code, without imports, comments and empty lines. */
function countLines(source: string): number {
  return source.split("\n").filter((line) => !/^\s*$|^\s*(?:\/[/*]|\*)|^import /.test(line)).length;
}
