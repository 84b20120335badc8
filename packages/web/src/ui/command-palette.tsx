import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import Search from 'lucide-react/icons/search'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { scrimClasses } from './dialog-frame.ts'
import { Kbd } from './kbd.tsx'
import { groupLabelClasses, itemClasses } from './option-list.ts'
import { rankByQuery } from './rank-commands.ts'
import { keepRecent, readRecents } from './recent-commands.ts'

export interface Command {
  id: string
  label: string
  /** Synonyms. */
  keywords?: string
  icon?: ReactNode
  /** Right of the name: its kind, or where it leads. */
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
  /** Actions on the object at hand, first and never among the recent ones. */
  here?: readonly CommandGroup[]
  /** Filtered and ranked by the query. */
  groups: readonly CommandGroup[]
  /** Results of the server, shown after the others unchanged. */
  found?: readonly CommandGroup[]
  onQueryChange?: (query: string) => void
  isSearching?: boolean
  /** Whether results of the server are missing. */
  hasFailed?: boolean
}

/** Finds pages, actions and objects by name. */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, onOpenChange } = props
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={scrimClasses} />
        <Dialog.Viewport className={paletteAreaClasses}>
          <Dialog.Popup aria-label="Command palette" className={paletteClasses}>
            <Palette {...props} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Palette({ onQueryChange, onOpenChange, ...content }: CommandPaletteProps) {
  const [query, setQuery] = useState('')
  const begin = useEffectEvent(() => onQueryChange?.(''))
  // What was typed the last time is no longer searched for.
  useEffect(() => begin(), [])
  const shown = useShownGroups(content, query)
  const search = (next: string) => {
    setQuery(next)
    onQueryChange?.(next)
  }
  const run = (command: Command) => {
    if (!isHere(content, command)) keepRecent(command.id)
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
          {!content.isSearching && !content.hasFailed && (
            <p className="px-2.5 py-6 text-center text-s text-ink-3">No results.</p>
          )}
        </Autocomplete.Empty>
        <Autocomplete.List>
          {(group: ShownGroup) => <Group key={group.label} group={group} run={run} />}
        </Autocomplete.List>
        <SearchState {...content} />
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
      <Autocomplete.GroupLabel className={groupLabelClasses}>{group.label}</Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(command: Command) => (
          <Autocomplete.Item
            key={command.id}
            value={command}
            onClick={() => run(command)}
            className={`${itemClasses} min-h-9`}
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

/** Below the results that are there already. */
function SearchState({
  isSearching,
  hasFailed,
}: Pick<CommandPaletteProps, 'isSearching' | 'hasFailed'>) {
  return (
    <output className="block px-2.5 text-s text-ink-3 not-empty:py-2">
      {isSearching ? 'Searching…' : hasFailed && 'Some results are missing. Try again.'}
    </output>
  )
}

function PaletteFoot() {
  return (
    <p className="flex shrink-0 gap-4 border-t px-4 py-2 text-xs text-ink-3 max-sm:hidden">
      <span>
        <Kbd keys={['↑', '↓']} /> navigate
      </span>
      <span>
        <Kbd keys={['↵']} /> select
      </span>
    </p>
  )
}

/** An empty query lists recent commands first. */
function useShownGroups(
  { here, groups, found }: Pick<CommandPaletteProps, 'here' | 'groups' | 'found'>,
  query: string,
): ShownGroup[] {
  const [recents] = useState(readRecents)
  return useMemo(() => {
    const isIdle = query.trim() === ''
    const all = groups.flatMap((group) => group.commands)
    const recent = recents.flatMap((id) => all.find((command) => command.id === id) ?? [])
    const without = isIdle ? new Set(recent) : new Set<Command>()
    const ranked = ({ label, commands }: CommandGroup) => ({
      label,
      items: rankByQuery(commands, query).filter((command) => !without.has(command)),
    })
    const results = (found ?? []).map(({ label, commands }) => ({ label, items: [...commands] }))
    return [
      ...(here ?? []).map(ranked),
      { label: 'Recent', items: isIdle ? recent : [] },
      ...groups.map(ranked),
      ...results,
    ].filter(({ items }) => items.length > 0)
  }, [here, groups, found, query, recents])
}

const isHere = ({ here }: Pick<CommandPaletteProps, 'here'>, { id }: Command): boolean =>
  here?.some(({ commands }) => commands.some((command) => command.id === id)) ?? false

const paletteAreaClasses = 'fixed inset-0 z-40 flex items-start justify-center p-4 pt-[12dvh]'

const paletteClasses =
  'floating flex max-h-[min(30rem,76dvh)] w-full max-w-145 flex-col rounded-l outline-none'
