import { useState } from 'react'
import { formatCount } from '#/lib/format.ts'
import { Button } from './button.tsx'
import { type ManyAct, ManyDialog } from './many-dialog.tsx'

/** What can be done with rows of a list that are selected. */
export interface Selection<T> {
  readonly nameOf: (row: T) => string
  readonly acts: readonly ManyAct<T>[]
  readonly change: <R>(task: () => Promise<R>) => Promise<R>
}

interface Asked<T> {
  readonly act: ManyAct<T>
  readonly items: readonly T[]
}

/** The selected rows of a list; of those that it shows no more none is selected. */
export function useSelection<T extends object>(
  selection: Selection<T> | undefined,
  rows: readonly T[] = [],
  rowId: (row: T) => string,
) {
  const [ids, setIds] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<Asked<T> | null>(null)
  const chosen = rows.filter((row) => ids.includes(rowId(row)))
  if (selection === undefined) return { bar: null, dialog: null, table: {} }
  const { nameOf, acts, change } = selection
  return {
    bar: chosen.length > 0 && (
      <SelectionBar
        chosen={chosen}
        acts={acts}
        onClear={() => setIds([])}
        onAsk={(act) => setAsked({ act, items: chosen.filter(act.isPossible) })}
      />
    ),
    // Stays when the rows are gone, as those of deleted objects.
    dialog: asked && (
      <ManyDialog
        {...asked}
        rowId={rowId}
        nameOf={nameOf}
        change={change}
        onClose={(rest) => {
          setIds(rest.map(rowId))
          setAsked(null)
        }}
      />
    ),
    table: {
      selected: chosen.map(rowId),
      onSelectedChange: (next: string[]) => setIds(next),
      rowName: nameOf,
    },
  }
}

interface SelectionBarProps<T> {
  chosen: readonly T[]
  acts: readonly ManyAct<T>[]
  onClear: () => void
  onAsk: (act: ManyAct<T>) => void
}

/** In place of the search and filters. An act says with how many of the selected it is possible. */
function SelectionBar<T>({ chosen, acts, onClear, onAsk }: SelectionBarProps<T>) {
  return (
    <>
      <output className="figures flex-1 text-s font-medium">
        {formatCount(chosen.length)} selected
      </output>
      <Button onClick={onClear}>Clear</Button>
      {acts.map((act) => {
        const count = chosen.filter(act.isPossible).length
        return (
          <Button key={act.label} disabled={count === 0} onClick={() => onAsk(act)}>
            {count === chosen.length ? act.label : `${act.label} (${formatCount(count)})`}…
          </Button>
        )
      })}
    </>
  )
}
