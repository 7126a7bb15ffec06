import type { ScoreSheet } from "@rollwright/client";

/** The score sheet: one neutral table, whatever the game. */
export function Sheet({ sheet }: { sheet: ScoreSheet }) {
  return (
    <table>
      <caption>Score sheet</caption>
      <thead>
        <tr>
          <td />
          {sheet.columns.map(({ seat, name }) => (
            <th key={seat} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sheet.rows.map(({ id, label, cells }) => (
          <tr key={id}>
            <th scope="row">{label}</th>
            {cells.map(({ value, marks }, seat) => (
              <td key={seat}>{value ?? "✗".repeat(marks)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
