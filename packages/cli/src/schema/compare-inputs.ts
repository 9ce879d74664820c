/** Why the new type of variables is not the old one: `breaks` where a value that was fine is not any more. */

import {
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
} from "graphql";
import { compareDefaults } from "./compare-defaults.ts";
import { compareInputTypes, type InputComparison, type InputReason } from "./compare-input-types.ts";
import { memberCoordinate } from "./coordinates.ts";
import { isRequiredInput } from "./defaults.ts";

/** Answers what happened to a named input type and to all that it refers to, computed once for each. */
export function createInputJudge(comparison: InputComparison): (name: string) => readonly InputReason[] {
  const own = new Map<string, readonly InputReason[]>();
  const all = new Map<string, readonly InputReason[]>();
  const compareOwn = (name: string): readonly InputReason[] => {
    const known = own.get(name) ?? compareNamed(comparison, name);
    own.set(name, known);
    return known;
  };
  return (name) => {
    const known = all.get(name) ?? sharedClosure(comparison, name).flatMap(compareOwn);
    all.set(name, known);
    return known;
  };
}

/** The types that both schemas reach from one by the same fields. */
function sharedClosure(comparison: InputComparison, name: string, found = new Set<string>()): string[] {
  if (found.has(name)) return [];
  found.add(name);
  const [old, now] = [comparison.before.getType(name), comparison.after.getType(name)];
  if (isInputObjectType(old) && isInputObjectType(now)) {
    const fields = now.getFields();
    for (const field of Object.values(old.getFields())) {
      const [oldName, nowName] = [getNamedType(field.type).name, fields[field.name]];
      if (nowName && getNamedType(nowName.type).name === oldName) sharedClosure(comparison, oldName, found);
    }
  }
  return [...found];
}

function compareNamed(comparison: InputComparison, name: string): InputReason[] {
  const [old, now] = [comparison.before.getType(name), comparison.after.getType(name)];
  if (isEnumType(old) && isEnumType(now)) return compareEnums(old, now);
  if (isInputObjectType(old) && isInputObjectType(now)) return compareInputObjects(comparison, old, now);
  if (!isInputType(old) || !isInputType(now) || old.constructor === now.constructor) return [];
  return compareInputTypes(comparison, name, old, now);
}

function compareEnums(old: GraphQLEnumType, now: GraphQLEnumType): InputReason[] {
  const lost = old.getValues().filter(({ name }) => !now.getValue(name));
  const added = now.getValues().filter(({ name }) => !old.getValue(name));
  return [
    ...lost.map(({ name }): InputReason => {
      const coordinate = memberCoordinate(old.name, name);
      const message = `${old.name} has no ${name} any more: whoever passes it is refused.`;
      return { verdict: "breaks", rule: "enum-shrank", coordinate, message };
    }),
    ...added.map(({ name }): InputReason => {
      const coordinate = memberCoordinate(now.name, name);
      return { verdict: "changes types", rule: "enum-grew", coordinate, message: `${now.name} takes ${name} now.` };
    }),
  ];
}

function compareInputObjects(
  comparison: InputComparison,
  old: GraphQLInputObjectType,
  now: GraphQLInputObjectType,
): InputReason[] {
  const reasons: InputReason[] = [];
  const { name } = now;
  if (old.isOneOf !== now.isOneOf) {
    const message = now.isOneOf
      ? `${name} takes exactly one of its fields now.`
      : `${name} takes more than one of its fields now.`;
    reasons.push({ verdict: now.isOneOf ? "breaks" : "changes types", rule: "type", coordinate: name, message });
  }
  for (const field of Object.values(now.getFields())) {
    const was = old.getFields()[field.name];
    reasons.push(...(was ? compareFields(comparison, name, was, field) : [describeNewField(name, field)]));
  }
  for (const field of Object.values(old.getFields())) {
    if (now.getFields()[field.name]) continue;
    const coordinate = memberCoordinate(name, field.name);
    // TypeScript minds only where the object is written down on the spot; the server always does.
    const message = `${coordinate} is gone: whoever passes it is refused.`;
    reasons.push({ verdict: "breaks", rule: "input-field", coordinate, message });
  }
  return reasons;
}

function describeNewField(type: string, field: GraphQLInputField): InputReason {
  const coordinate = memberCoordinate(type, field.name);
  if (isRequiredInput(field)) {
    const message = `${coordinate} is new and required: nobody passes it yet.`;
    return { verdict: "breaks", rule: "required", coordinate, message };
  }
  return { verdict: "changes types", rule: "input-field", coordinate, message: `${coordinate} may be passed now.` };
}

function compareFields(
  comparison: InputComparison,
  type: string,
  old: GraphQLInputField,
  now: GraphQLInputField,
): InputReason[] {
  const coordinate = memberCoordinate(type, now.name);
  const reasons = compareDefaults(coordinate, old, now, "callers that leave it out");
  if (isRequiredInput(old) !== isRequiredInput(now)) {
    const message = isRequiredInput(now) ? `${coordinate} is required now.` : `${coordinate} may be left out now.`;
    const verdict = isRequiredInput(now) ? "breaks" : "changes types";
    return [...reasons, { verdict, rule: isRequiredInput(now) ? "required" : "type", coordinate, message }];
  }
  return [...reasons, ...compareInputTypes(comparison, coordinate, old.type, now.type)];
}
