import Menu from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#/ui/icon-button.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { InFrame } from './in-frame.ts'
import { modKey } from './mod-key.ts'
import { NavList, type NavSection, navItemClasses } from './nav-list.tsx'
import type { PaletteProps } from './palette.tsx'
import { PaletteLater } from './palette-later.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { SkipLink } from './skip-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useActiveInView } from './use-active-in-view.ts'

interface FrameProps {
  /** The name of the landmark, and the title of the menu on phones. */
  name: string
  /** Above the navigation: the current area, and links to others. */
  place: ReactNode
  sections: readonly NavSection[]
  /** Below the navigation; its links close the menu on phones. */
  below?: (closeMenu: () => void) => ReactNode
  /** At the bottom of the sidebar: the account, whose menu has the theme. */
  footer?: ReactNode
  /** Instead of a palette with only the pages and the global actions. */
  palette?: (props: PaletteProps) => ReactNode
  children: ReactNode
}

/** A sidebar next to the page; on phones a bar whose menu opens as a sheet. */
export function Frame(props: FrameProps) {
  const { name, place, sections, below, footer, palette, children } = props
  const [isSearching, setSearching] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const list = useActiveInView()
  const foot = (
    <div className="grid shrink-0 grid-cols-1 justify-items-start gap-1 pt-2">
      {below?.(() => setMenuOpen(false))}
      {footer ?? <ThemeSwitch />}
    </div>
  )
  return (
    <div className="min-h-[calc(100dvh-var(--sticky-top,0px))] min-[900px]:grid min-[900px]:grid-cols-[232px_minmax(0,1fr)]">
      <SkipLink />
      <nav
        aria-label={name}
        className="sticky top-(--sticky-top,0px) hidden h-[calc(100dvh-var(--sticky-top,0px))] flex-col overflow-y-auto border-r p-3 min-[900px]:flex"
      >
        <div className="mb-2 shrink-0">{place}</div>
        <SearchButton onClick={() => setSearching(true)} />
        <div ref={list} className={listClasses}>
          <NavList sections={sections} />
        </div>
        {foot}
      </nav>
      <header className="sticky top-(--sticky-top,0px) z-30 flex h-13 items-center gap-1 border-b bg-canvas px-3 min-[900px]:hidden">
        <div className="min-w-0 flex-1">{place}</div>
        <IconButton label="Search" size="l" className="w-10" onClick={() => setSearching(true)}>
          <Search aria-hidden="true" />
        </IconButton>
        <Sheet
          title={name}
          open={isMenuOpen}
          onOpenChange={setMenuOpen}
          trigger={
            <IconButton label="Menu" size="l" className="w-10">
              <Menu aria-hidden="true" />
            </IconButton>
          }
        >
          <nav aria-label={name} className="grid gap-0.5">
            <NavList sections={sections} onGo={() => setMenuOpen(false)} />
          </nav>
          {foot}
        </Sheet>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="w-full max-w-310 min-w-0 px-4 pt-4 pb-12 outline-none min-[900px]:px-8 min-[900px]:pt-5"
      >
        <InFrame value={true}>{children}</InFrame>
      </main>
      <PaletteLater
        open={isSearching}
        onOpenChange={setSearching}
        sections={sections}
        {...(palette && { palette })}
      />
      <Shortcuts sections={sections} />
    </div>
  )
}

/** The pages scroll between fixed ends; in a very low window everything scrolls. */
const listClasses =
  '-mx-3 min-h-40 flex-1 scroll-py-3 overflow-y-auto overscroll-contain border-b px-3 pt-0.5 pb-3'

function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={`${navItemClasses} shrink-0`} onClick={onClick}>
      <Search aria-hidden="true" className="size-4 shrink-0" />
      Search
      <span className="ml-auto">
        <Kbd keys={[modKey, 'K']} />
      </span>
    </button>
  )
}
