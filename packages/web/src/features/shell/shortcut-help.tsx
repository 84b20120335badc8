import { Dialog } from '#/ui/dialog.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import { useOfferedActions } from '#/ui/page-actions.ts'
import { keysOf } from './keys-of.ts'
import { modKey } from './mod-key.ts'
import type { NavSection } from './nav-list.tsx'

interface ShortcutHelpProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  sections: readonly NavSection[]
}

/** The keyboard shortcuts of the page. */
export function ShortcutHelp({ open, onOpenChange, sections }: ShortcutHelpProps) {
  const here = useOfferedActions()
    .flatMap(({ actions }) => actions)
    .flatMap(({ label, shortcut }) => (shortcut ? [{ label, keys: keysOf(shortcut) }] : []))
  const pages = sections
    .flatMap(({ items }) => items)
    .flatMap(({ label, shortcut }) => (shortcut ? [{ label, keys: keysOf(shortcut) }] : []))
  return (
    <Dialog title="Keyboard shortcuts" open={open} onOpenChange={onOpenChange}>
      <div className="grid gap-5">
        <Keys title="Everywhere" entries={everywhere} />
        {here.length > 0 && <Keys title="On this page" entries={here} />}
        {pages.length > 0 && <Keys title="Go to" entries={pages} />}
        <Keys title="In lists" entries={inLists} />
      </div>
    </Dialog>
  )
}

interface KeysEntry {
  label: string
  keys: readonly string[]
}

function Keys({ title, entries }: { title: string; entries: readonly KeysEntry[] }) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-ink-3">{title}</h3>
      <dl className="text-s">
        {entries.map(({ label, keys }) => (
          <div key={label} className="flex items-center justify-between gap-4 py-1.5">
            <dt>{label}</dt>
            <dd>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const everywhere: readonly KeysEntry[] = [
  { label: 'Search or jump to a page', keys: [modKey, 'K'] },
  { label: 'Show this help', keys: ['?'] },
]

const inLists: readonly KeysEntry[] = [
  { label: 'Search the list', keys: ['/'] },
  { label: 'Next or previous row', keys: ['J', 'K'] },
  { label: 'Open the row', keys: ['↵'] },
]
