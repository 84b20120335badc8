import { useRouter } from '@tanstack/react-router'
import { useShortcut } from '#/ui/use-shortcut.ts'
import type { NavItem, NavSection } from './nav-list.tsx'

/** Handles the shortcuts to the pages of a frame. */
export function Shortcuts({ sections }: { sections: readonly NavSection[] }) {
  return sections
    .flatMap(({ items }) => items)
    .map(({ shortcut, link }) =>
      shortcut ? <Shortcut key={shortcut} keys={shortcut} link={link} /> : null,
    )
}

function Shortcut({ keys, link }: { keys: string; link: NavItem['link'] }) {
  const router = useRouter()
  // A failed navigation shows the error page, so it isn’t awaited.
  useShortcut(keys, () => void router.navigate(link))
  return null
}
