import { Combobox as Base } from '@base-ui/react/combobox'
import Check from 'lucide-react/icons/check'
import Search from 'lucide-react/icons/search'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { groupLabelClasses, itemClasses } from './option-list.ts'

export interface PickerItem {
  id: string
  label: string
  hint?: string
  icon?: ReactNode
  /** Shown for every query: the fallback if nothing matches. */
  always?: boolean
}

interface PickerGroup {
  label: string
  /** The label is visually hidden. */
  hideLabel?: boolean
  items: readonly PickerItem[]
}

interface PickerProps {
  /** The name of the choice: "Organization". */
  label: string
  trigger: ReactElement
  placeholder: string
  groups: readonly PickerGroup[]
  /** The id of the current item. */
  current: string | null
  onPick: (id: string) => void
  /** For items that the server finds: called with what is typed, and the items aren’t filtered. */
  onType?: (typed: string) => void
  defaultOpen?: boolean
}

/** Opens from a button; typing filters the items. */
export function Picker({ label, trigger, placeholder, groups, onPick, ...rest }: PickerProps) {
  const { current, onType, defaultOpen = false } = rest
  const all = groups.flatMap(({ items }) => items)
  return (
    <Base.Root
      items={groups.map(({ items, ...group }) => ({ ...group, items: [...items] }))}
      value={all.find(({ id }) => id === current) ?? null}
      onValueChange={(item: PickerItem | null) => item && onPick(item.id)}
      isItemEqualToValue={(one, other) => one?.id === other?.id}
      itemToStringLabel={(item: PickerItem) => item.label}
      filter={
        onType ? null : (item: PickerItem, typed) => item.always === true || fits(item, typed)
      }
      {...(onType && { onInputValueChange: onType })}
      autoHighlight
      defaultOpen={defaultOpen}
    >
      <Base.Trigger render={trigger} aria-label={label} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" collisionPadding={8} className="z-50">
          <Base.Popup aria-label={label} className={popupClasses}>
            <div className="flex h-10 items-center gap-2.5 border-b px-3">
              <Search aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
              <Base.Input
                aria-label={placeholder}
                placeholder={placeholder}
                className="h-full min-w-0 flex-1 bg-transparent text-s outline-none"
              />
            </div>
            <Base.Empty>
              <p className="px-3 py-2.5 text-s text-ink-3">No matches.</p>
            </Base.Empty>
            <Base.List className="max-h-[min(20rem,calc(var(--available-height)-3rem))] scroll-pb-12 overflow-y-auto overscroll-contain">
              {(group: PickerGroup) => <Group key={group.label} group={group} />}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** The fallback stays visible below a long list. */
function Group({ group }: { group: PickerGroup }) {
  const isAlways = group.items.every(({ always }) => always)
  return (
    <Base.Group
      items={[...group.items]}
      className={classNames('p-1 not-first:border-t', isAlways && 'sticky bottom-0 bg-surface')}
    >
      <Base.GroupLabel className={group.hideLabel ? 'sr-only' : groupLabelClasses}>
        {group.label}
      </Base.GroupLabel>
      <Base.Collection>{(item: PickerItem) => <Item key={item.id} item={item} />}</Base.Collection>
    </Base.Group>
  )
}

function Item({ item }: { item: PickerItem }) {
  return (
    <Base.Item value={item} className={`${itemClasses} min-h-9 gap-2.5`}>
      {item.icon && (
        <span aria-hidden="true" className="text-ink-3">
          {item.icon}
        </span>
      )}
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.hint && <span className="shrink-0 text-xs text-ink-3">{item.hint}</span>}
      <Base.ItemIndicator className="text-accent">
        <Check aria-hidden="true" />
        <span className="sr-only">, current</span>
      </Base.ItemIndicator>
    </Base.Item>
  )
}

function fits({ label }: PickerItem, typed: string): boolean {
  return label.toLowerCase().includes(typed.trim().toLowerCase())
}

const popupClasses =
  'floating w-[max(var(--anchor-width),17rem)] max-w-(--available-width) outline-none'
