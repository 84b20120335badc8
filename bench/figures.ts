/** The value below which the given fraction of the values lies. Sorts the values in place. */
export function percentile(values: number[], fraction: number): number {
  values.sort((a, b) => a - b)
  return values[Math.min(values.length - 1, Math.floor(values.length * fraction))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile([...values], 0.5)

export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  for (const row of rows) {
    const cells = row.map((cell, at) => {
      const width = widths[at] ?? 0
      return at === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
    console.log(cells.join('   '))
  }
}
