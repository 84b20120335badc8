import { useRouter } from '@tanstack/react-router'
import { useOfferedActions } from '#/ui/page-actions.ts'
import { useShortcut } from '#/ui/use-shortcut.ts'
import type { NavItem, NavSection } from './nav-list.tsx'

/** Handles the shortcuts to the pages of a frame. */
export function Shortcuts({ sections }: { sections: readonly NavSection[] }) {
  return sections
    .flatMap(({ items }) => items)
    .map(({ shortcut, link }) =>
      shortcut ? <PageKeys key={shortcut} keys={shortcut} link={link} /> : null,
    )
}

/** Handles the shortcuts of what the page at hand offers. */
export function ActionKeys() {
  return useOfferedActions()
    .flatMap(({ actions }) => actions)
    .map(({ shortcut, label, run }) =>
      shortcut ? <Keys key={`${shortcut} ${label}`} keys={shortcut} run={run} /> : null,
    )
}

function PageKeys({ keys, link }: { keys: string; link: NavItem['link'] }) {
  const router = useRouter()
  // A failed navigation shows the error page, so it isn’t awaited.
  return <Keys keys={keys} run={() => void router.navigate(link)} />
}

function Keys({ keys, run }: { keys: string; run: () => void }) {
  useShortcut(keys, run)
  return null
}
