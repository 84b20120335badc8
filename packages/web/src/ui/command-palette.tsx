import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import Search from 'lucide-react/icons/search'
import { type ReactNode, useMemo, useState } from 'react'
import { scrimLook } from './dialog-frame.ts'
import { Kbd } from './kbd.tsx'
import { groupLabelLook, itemLook } from './option-list.ts'
import { rankByQuery } from './rank-commands.ts'
import { keepRecent, readRecents } from './recent-commands.ts'

export interface Command {
  id: string
  label: string
  /** Other words one might look for. */
  keywords?: string
  icon?: ReactNode
  /** Right of the name: what kind it is, or where it leads. */
  aside?: ReactNode
  shortcut?: readonly string[]
  run: () => void
}

export interface CommandGroup {
  label: string
  commands: readonly Command[]
}

interface CommandPaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Narrowed and ranked here, by what is typed. */
  groups: readonly CommandGroup[]
  /** Found by the server for what is typed: shown after the others, as they are. */
  found?: readonly CommandGroup[]
  onQueryChange?: (query: string) => void
  isSearching?: boolean
}

/** Everything by its name. */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, onOpenChange } = props
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={scrimLook} />
        <Dialog.Viewport className={paletteAreaLook}>
          <Dialog.Popup aria-label="Command palette" className={paletteLook}>
            <Palette {...props} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Palette({ groups, found, onQueryChange, isSearching, onOpenChange }: CommandPaletteProps) {
  const [query, setQuery] = useState('')
  const shown = useShownGroups(groups, found, query)
  const search = (next: string) => {
    setQuery(next)
    onQueryChange?.(next)
  }
  const run = (command: Command) => {
    keepRecent(command.id)
    onOpenChange(false)
    command.run()
  }
  return (
    <Autocomplete.Root
      open
      inline
      items={shown}
      filter={null}
      value={query}
      onValueChange={(next, { reason }) => {
        if (reason !== 'item-press') search(next)
      }}
      itemToStringValue={(command: Command) => command.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex h-12 shrink-0 items-center gap-3 border-b px-4">
        <Search aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        <Autocomplete.Input
          aria-label="Search pages, actions and objects"
          placeholder="Search or jump to…"
          className="h-full min-w-0 flex-1 bg-transparent text-m outline-none"
        />
        <Dialog.Close className="h-6 rounded-xs">
          <span className="sr-only">Close </span>
          <Kbd keys={['Esc']} />
        </Dialog.Close>
      </div>
      <div className="min-h-0 overflow-y-auto overscroll-contain p-1.5">
        <Autocomplete.Empty>
          <p className="px-2.5 py-6 text-center text-s text-ink-3">
            {isSearching ? 'Searching…' : 'Nothing by that name.'}
          </p>
        </Autocomplete.Empty>
        <Autocomplete.List>
          {(group: ShownGroup) => <Group key={group.label} group={group} run={run} />}
        </Autocomplete.List>
      </div>
      <PaletteFoot />
    </Autocomplete.Root>
  )
}

interface ShownGroup {
  label: string
  items: Command[]
}

function Group({ group, run }: { group: ShownGroup; run: (command: Command) => void }) {
  return (
    <Autocomplete.Group items={group.items}>
      <Autocomplete.GroupLabel className={groupLabelLook}>{group.label}</Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(command: Command) => (
          <Autocomplete.Item
            key={command.id}
            value={command}
            onClick={() => run(command)}
            className={`${itemLook} min-h-9`}
          >
            {command.icon && (
              <span aria-hidden="true" className="text-ink-3">
                {command.icon}
              </span>
            )}
            <span className="min-w-0 flex-1 truncate">{command.label}</span>
            {command.aside && <span className="shrink-0 text-xs text-ink-3">{command.aside}</span>}
            {command.shortcut && <Kbd keys={command.shortcut} />}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  )
}

function PaletteFoot() {
  return (
    <p className="flex shrink-0 gap-4 border-t px-4 py-2 text-xs text-ink-3 max-sm:hidden">
      <span>
        <Kbd keys={['↑', '↓']} /> move
      </span>
      <span>
        <Kbd keys={['↵']} /> go
      </span>
    </p>
  )
}

/** With nothing typed, what was last done comes first. */
function useShownGroups(
  groups: readonly CommandGroup[],
  found: readonly CommandGroup[] | undefined,
  query: string,
): ShownGroup[] {
  const [recents] = useState(readRecents)
  return useMemo(() => {
    const isIdle = query.trim() === ''
    const all = groups.flatMap((group) => group.commands)
    const recent = recents.flatMap((id) => all.find((command) => command.id === id) ?? [])
    const without = isIdle ? new Set(recent) : new Set<Command>()
    const narrowed = groups.map(({ label, commands }) => ({
      label,
      items: rankByQuery(commands, query).filter((command) => !without.has(command)),
    }))
    const results = (found ?? []).map(({ label, commands }) => ({ label, items: [...commands] }))
    return [{ label: 'Recent', items: isIdle ? recent : [] }, ...narrowed, ...results].filter(
      ({ items }) => items.length > 0,
    )
  }, [groups, found, query, recents])
}

const paletteAreaLook = 'fixed inset-0 z-40 flex items-start justify-center p-4 pt-[12dvh]'

const paletteLook =
  'floating flex max-h-[min(30rem,76dvh)] w-full max-w-145 flex-col rounded-l outline-none'
