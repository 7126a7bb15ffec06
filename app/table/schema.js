/** Reading a JSON Schema: what kind of value it asks for, and a value to begin with. */

/** Follow references, and take the one schema out of a wrapping that holds only it. */
export function plain(schema, root) {
  if (schema.$ref) {
    const target = schema.$ref
      .split("/")
      .slice(1)
      .reduce((at, part) => at[part], root);
    return plain({ ...target, ...schema, $ref: undefined }, root);
  }
  return schema.allOf?.length === 1 ? plain({ ...schema.allOf[0], ...schema, allOf: undefined }, root) : schema;
}

/** The kinds of value that it takes, where there are several; those of kinds that are several themselves among them. */
export function variantsOf(schema, root) {
  return (schema.anyOf ?? schema.oneOf)?.flatMap((each) => {
    const here = plain(each, root);
    return variantsOf(here, root) ?? [here];
  });
}

export const isNumber = ({ type }) => type === "integer" || type === "number";

/** Whether it is a list of any length of numbers. */
export function isFigures(schema, root) {
  return (
    schema.type === "array" &&
    !schema.prefixItems &&
    schema.items !== undefined &&
    isNumber(plain(schema.items, root))
  );
}

/** The schema of the number or text, where that or nothing may stand here. */
export function orNothing(schema, root) {
  const [kind, nothing, ...more] = variantsOf(schema, root) ?? [];
  const single = kind && !kind.enum && (isNumber(kind) || kind.type === "string");
  return single && nothing?.type === "null" && !more.length ? kind : null;
}

/** Where its texts name something else in the same options: what is found there, by a JSON pointer with `*`. */
export function referredTo(schema, whole) {
  const path = schema["x-refers-to"]?.split("/").slice(1);
  return path?.reduce((at, part) => at.flatMap((each) => (part === "*" ? each : (each?.[part] ?? []))), [whole]);
}

/** A value that fits the schema as far as its defaults say; `choose` may give the text for a schema of one. */
export function defaults(schema, root = schema, choose = () => undefined) {
  const here = plain(schema, root);
  if ("default" in here) return structuredClone(here.default);
  if ("const" in here) return here.const;
  if (here.enum) return here.enum[0];
  if (variantsOf(here, root)) return defaults(variantsOf(here, root)[0], root, choose);
  if (here.type === "object") {
    const named = Object.entries(here.properties ?? {}).filter(
      ([name, each]) => "default" in each || here.required?.includes(name),
    );
    return Object.fromEntries(named.map(([name, each]) => [name, defaults(each, root, choose)]));
  }
  if (here.type === "array")
    return Array.from({ length: here.minItems ?? 0 }, () =>
      defaults(here.prefixItems?.[0] ?? here.items ?? {}, root, choose),
    );
  if (here.type === "string") return choose(here) ?? "";
  if (here.type === "boolean") return false;
  // The least it may be, but nothing below zero without need.
  return isNumber(here) ? Math.min(Math.max(here.minimum ?? here.exclusiveMinimum ?? 0, 0), here.maximum ?? Infinity) : null;
}

/** Whether a value could be of the schema: enough to tell variants apart. */
export function fits(value, schema, root) {
  const here = plain(schema, root);
  if ("const" in here) return here.const === value;
  if (here.enum) return here.enum.includes(value);
  if (variantsOf(here, root)) return variantsOf(here, root).some((each) => fits(value, each, root));
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  if (type === "object" && here.type === "object") {
    const known = here.properties ?? {};
    return Object.entries(known).every(
      ([name, each]) => !("const" in plain(each, root)) || fits(value[name], each, root),
    );
  }
  return here.type === type || (type === "number" && ["integer", "number"].includes(here.type));
}
