import { useRouter } from '@tanstack/react-router'
import { useShortcut } from '../../ui/use-shortcut.ts'
import type { NavItem, NavSection } from './nav-list.tsx'

/** Listens for the keys that lead to the pages of a frame. */
export function Shortcuts({ sections }: { sections: readonly NavSection[] }) {
  return sections
    .flatMap(({ items }) => items)
    .map(({ shortcut, link }) =>
      shortcut ? <Shortcut key={shortcut} keys={shortcut} link={link} /> : null,
    )
}

function Shortcut({ keys, link }: { keys: string; link: NavItem['link'] }) {
  const router = useRouter()
  // A navigation that fails shows the error page; there is nothing to wait for here.
  useShortcut(keys, () => void router.navigate(link))
  return null
}
