import { type ReactNode, useId } from 'react'
import { type Sheet, summaryOf } from './chart-sheet.ts'
import { classNames } from './class-names.ts'
import type { Draw } from './picture.ts'
import { Plot } from './plot.tsx'

/** How a value of the table is shown, given its text and where it stands. */
export type CellOf = (text: string, at: { row: number; column: number }) => ReactNode

interface ChartFigureProps {
  /** The accessible name: "Revenue by day". */
  label: string
  sheet: Sheet
  draw: Draw
  format: (value: number) => string
  isTable: boolean
  /** For charts that don’t show values over time. */
  summary?: string
  hasTooltip?: boolean
  cellOf?: CellOf
}

/** A plot or its table. */
export function ChartFigure(props: ChartFigureProps) {
  const { label, sheet, draw, format, isTable, summary, hasTooltip, cellOf } = props
  const id = useId()
  return (
    <figure aria-label={label} aria-describedby={id} className="min-w-0">
      <p id={id} className="sr-only">
        {summary ?? summaryOf(sheet, format)}
      </p>
      {isTable ? (
        <ChartTable {...{ label, sheet, format }} {...(cellOf !== undefined && { cellOf })} />
      ) : (
        <Plot label={label} draw={draw} {...(hasTooltip !== undefined && { hasTooltip })} />
      )}
    </figure>
  )
}

function ChartTable({
  label,
  sheet,
  format,
  cellOf = (text) => text,
}: Pick<ChartFigureProps, 'label' | 'sheet' | 'format' | 'cellOf'>) {
  const { by, columns, rows } = sheet
  return (
    <section
      className="max-h-80 min-h-56 overflow-auto"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls by keyboard
      tabIndex={0}
      aria-label={`${label}, table`}
    >
      <table className="w-full text-s">
        <thead className="sticky top-0 bg-surface text-xs text-ink-3">
          <tr>
            <th scope="col" className="py-1 text-left font-medium">
              {by}
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" className="py-1 pl-3 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label: period, cells }, row) => (
            <tr key={key}>
              <th scope="row" className="border-t py-1 text-left font-normal whitespace-nowrap">
                {period}
              </th>
              {columns.map((name, at) => (
                <td
                  key={name}
                  className={classNames(
                    'figures border-t py-1 pl-3 text-right',
                    at > 0 && 'text-ink-2',
                  )}
                >
                  {shownAs(cells[at], format, (text) => cellOf(text, { row, column: at }))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const shownAs = (
  value: number | null | undefined,
  format: (value: number) => string,
  show: (text: string) => ReactNode,
): ReactNode => (value === null || value === undefined ? '–' : show(format(value)))
