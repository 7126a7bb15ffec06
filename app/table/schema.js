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

export const variantsOf = (schema) => schema.anyOf ?? schema.oneOf;

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

/** The schema of the number, where that or nothing may stand here. */
export function onlyFigure(schema, root) {
  const kinds = variantsOf(schema)?.map((each) => plain(each, root));
  return kinds?.length === 2 && kinds[1].type === "null" && isNumber(kinds[0]) && kinds[0];
}

/** A value that fits the schema as far as its defaults say. */
export function defaults(schema, root = schema) {
  const here = plain(schema, root);
  if ("default" in here) return structuredClone(here.default);
  if ("const" in here) return here.const;
  if (here.enum) return here.enum[0];
  if (variantsOf(here)) return defaults(variantsOf(here)[0], root);
  if (here.type === "object") {
    const named = Object.entries(here.properties ?? {}).filter(
      ([name, each]) => "default" in each || here.required?.includes(name),
    );
    return Object.fromEntries(named.map(([name, each]) => [name, defaults(each, root)]));
  }
  if (here.type === "array")
    return Array.from({ length: here.minItems ?? 0 }, () =>
      defaults(here.prefixItems?.[0] ?? here.items ?? {}, root),
    );
  return (
    { integer: here.minimum ?? here.exclusiveMinimum ?? 0, number: here.minimum ?? 0, boolean: false, string: "" }[
      here.type
    ] ?? null
  );
}

/** Whether a value could be of the schema: enough to tell variants apart. */
export function fits(value, schema, root) {
  const here = plain(schema, root);
  if ("const" in here) return here.const === value;
  if (here.enum) return here.enum.includes(value);
  if (variantsOf(here)) return variantsOf(here).some((each) => fits(value, each, root));
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  if (type === "object" && here.type === "object") {
    const known = here.properties ?? {};
    return Object.entries(known).every(
      ([name, each]) => !("const" in plain(each, root)) || fits(value[name], each, root),
    );
  }
  return here.type === type || (type === "number" && ["integer", "number"].includes(here.type));
}
