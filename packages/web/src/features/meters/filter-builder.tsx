import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useId } from 'react'
import type { RefCallBack } from 'react-hook-form'
import { Button } from '#/ui/button.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Fieldset } from '#/ui/fieldset.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { RemoveButton } from '#/ui/remove-button.tsx'
import { ClauseRow } from './clause-row.tsx'
import {
  type Conjunction,
  clauseMistake,
  emptyClause,
  emptyGroup,
  type FilterDraft,
  isGroup,
  mayNest,
} from './filter-draft.ts'

interface FilterBuilderProps {
  value: FilterDraft
  onChange: (filter: FilterDraft) => void
  onBlur: () => void
  /** Ref of the element that is focused on an error. */
  inputRef: RefCallBack
  /** Why the filter is invalid; each condition shows its own error. */
  error: ReactNode
}

/** Edits a filter: conditions and nested groups. */
export function FilterBuilder({ value, onChange, onBlur, inputRef, error }: FilterBuilderProps) {
  return (
    <Fieldset
      legend="Filter events"
      hint="Without conditions, all events are counted."
      error={error}
    >
      <div className="mt-0.5 min-w-0" onBlur={onBlur}>
        <Group
          filter={value}
          depth={1}
          place=""
          showsMistakes={Boolean(error)}
          groupRef={inputRef}
          onChange={onChange}
        />
      </div>
    </Fieldset>
  )
}

interface GroupProps {
  filter: FilterDraft
  depth: number
  /** The number announced to screen readers: “2.1”. */
  place: string
  showsMistakes: boolean
  groupRef?: RefCallBack
  onChange: (filter: FilterDraft) => void
  onRemove?: () => void
}

function Group({ filter, depth, place, showsMistakes, groupRef, onChange, onRemove }: GroupProps) {
  const { conjunction, clauses } = filter
  const replace = (at: number, one: FilterDraft['clauses'][number]) =>
    onChange({ ...filter, clauses: clauses.map((old, index) => (index === at ? one : old)) })
  const remove = (at: number) =>
    onChange({ ...filter, clauses: clauses.filter((_, index) => index !== at) })
  const add = (one: FilterDraft['clauses'][number]) =>
    onChange({ ...filter, clauses: [...clauses, one] })
  const name = place === '' ? 'the filter' : `group ${place}`
  return (
    <fieldset
      aria-label={name}
      className={classNames(
        groupClasses,
        depth % 2 === 1 ? 'bg-surface' : 'bg-canvas',
        depth > 1 && nestedClasses,
      )}
    >
      <Head
        {...{ conjunction, name, groupRef, onRemove }}
        onChange={(chosen) => onChange({ ...filter, conjunction: chosen })}
      />
      {clauses.length > 0 && (
        <ul className="grid grid-cols-1 gap-2">
          {clauses.map((one, index) => {
            const here = place === '' ? String(index + 1) : `${place}.${index + 1}`
            return (
              // Rows have no id, and typing changes their content.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className="min-w-0">
                {isGroup(one) ? (
                  <Group
                    filter={one}
                    depth={depth + 1}
                    place={here}
                    showsMistakes={showsMistakes}
                    onChange={(group) => replace(index, group)}
                    onRemove={() => remove(index)}
                  />
                ) : (
                  <ClauseRow
                    clause={one}
                    place={here}
                    mistake={showsMistakes ? clauseMistake(one) : null}
                    onChange={(clause) => replace(index, clause)}
                    onRemove={() => remove(index)}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="s" onClick={() => add(emptyClause)}>
          <Plus aria-hidden="true" /> Add a condition
          <span className="sr-only"> to {name}</span>
        </Button>
        {mayNest(depth) && (
          <Button size="s" variant="ghost" onClick={() => add(emptyGroup)}>
            <Plus aria-hidden="true" /> Add a group
            <span className="sr-only"> to {name}</span>
          </Button>
        )}
      </div>
    </fieldset>
  )
}

interface HeadProps {
  conjunction: Conjunction
  name: string
  groupRef: RefCallBack | undefined
  onChange: (conjunction: Conjunction) => void
  onRemove: (() => void) | undefined
}

function Head({ conjunction, name, groupRef, onChange, onRemove }: HeadProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2 text-s">
      <NativeSelect
        ref={groupRef}
        id={id}
        aria-label={`Match conditions of ${name}`}
        value={conjunction}
        onChange={({ target }) => onChange(target.value === 'or' ? 'or' : 'and')}
        className="w-20! shrink-0"
      >
        <option value="and">All</option>
        <option value="or">Any</option>
      </NativeSelect>
      <span className="flex-1 text-ink-2">of these match</span>
      {onRemove && <RemoveButton label={`Remove ${name}`} size="s" onRemove={onRemove} />}
    </div>
  )
}

const groupClasses = 'grid min-w-0 grid-cols-1 gap-2.5 rounded-m border p-3 max-sm:p-2.5'

/** On a phone only the left side says how deep it is, so that the deepest still has room. */
const nestedClasses =
  'max-sm:rounded-none max-sm:border-0 max-sm:border-l-2 max-sm:py-1.5 max-sm:pr-0 max-sm:pl-2'
