import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface BreakdownTableProps {
  /** What it shows. */
  label: string
  /** The heading of the rows, then one for each column. */
  headings: readonly [string, ...string[]]
  rows: readonly BreakdownRow[]
}

interface BreakdownRow {
  readonly key: string
  readonly heading: ReactNode
  readonly cells: readonly {
    readonly key: string
    readonly content: ReactNode
    readonly tint?: number
  }[]
}

/** A table of a card, wider than a phone where it must. */
export function BreakdownTable({ label, headings, rows }: BreakdownTableProps) {
  const [first, ...others] = headings
  return (
    <section
      className="overflow-x-auto"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
      tabIndex={0}
      aria-label={`${label}, table`}
    >
      <table className="w-full text-s">
        <thead className="text-xs text-ink-3">
          <tr>
            <th scope="col" className="py-1 text-left font-medium">
              {first}
            </th>
            {others.map((name) => (
              <th key={name} scope="col" className={`${cellClasses} font-medium`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, heading, cells }) => (
            <tr key={key}>
              <th scope="row" className="min-w-28 border-t py-1 text-left font-normal">
                {heading}
              </th>
              {cells.map(({ key: cell, content, tint }) => (
                <td
                  key={cell}
                  className={classNames('figures border-t', cellClasses)}
                  style={tint === undefined ? undefined : { backgroundColor: tinted(tint) }}
                >
                  {content}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const cellClasses = 'px-3 py-1 text-right whitespace-nowrap'

/** Faint enough for text on it; the value is in the cell as well. */
const tintMax = 28

const tinted = (share: number): string =>
  `color-mix(in srgb, var(--accent) ${Math.min(Math.max(share, 0), 1) * tintMax}%, transparent)`
