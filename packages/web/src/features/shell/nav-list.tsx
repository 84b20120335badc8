import { Link, type LinkProps, useRouter, useRouterState } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useEffect, useId } from 'react'
import { setFolded, useFolds } from '#/lib/folded-groups.ts'
import { classNames } from '#/ui/class-names.ts'

export interface NavItem {
  label: string
  icon?: LucideIcon
  link: LinkProps
  /** A count that helps to decide whether to open the page. */
  count?: number
  /** A shortcut in the syntax of `useShortcut`: `g h`. */
  shortcut?: string
}

export interface NavSection {
  label?: string
  /** Whether it can be folded, and how it starts in a browser that keeps no other choice. */
  folds?: 'open' | 'folded'
  items: readonly NavItem[]
}

interface NavListProps {
  sections: readonly NavSection[]
  onGo?: () => void
}

export function NavList({ sections, onGo }: NavListProps) {
  return sections.map(({ label, folds, items }) => {
    const links = <NavLinks items={items} {...(onGo && { onGo })} />
    if (label !== undefined && folds !== undefined) {
      return (
        <FoldingGroup key={label} label={label} start={folds} items={items}>
          {links}
        </FoldingGroup>
      )
    }
    return (
      <div key={label ?? ''} className="grid gap-0.5">
        {label && <p className={`px-2 pt-3.5 pb-1 ${labelClasses}`}>{label}</p>}
        {links}
      </div>
    )
  })
}

interface FoldingGroupProps {
  label: string
  start: 'open' | 'folded'
  items: readonly NavItem[]
  children: ReactNode
}

/** Opens when one of its pages is opened by another way. */
function FoldingGroup({ label, start, items, children }: FoldingGroupProps) {
  const content = useId()
  const isFolded = useFolds()[label] ?? start === 'folded'
  const place = useRouterState({ select: ({ location }) => location.pathname })
  const isHere = useIsOneOf(items)(place)
  useEffect(() => {
    if (isHere) setFolded(label, false)
  }, [label, isHere, place])
  return (
    <div className="grid gap-0.5">
      <button
        type="button"
        aria-expanded={!isFolded}
        aria-controls={content}
        className={`${labelClasses} mt-1.5 flex h-7 items-center gap-1 rounded-s px-2 hover:bg-hover hover:text-ink pointer-coarse:h-10`}
        onClick={() => setFolded(label, !isFolded)}
      >
        {label}
        <ChevronRight
          aria-hidden="true"
          className={classNames('size-3.5 shrink-0 transition-transform', !isFolded && 'rotate-90')}
        />
      </button>
      <div id={content} hidden={isFolded} className={isFolded ? undefined : 'grid gap-0.5'}>
        {children}
      </div>
    </div>
  )
}

function useIsOneOf(items: readonly NavItem[]): (place: string) => boolean {
  const router = useRouter()
  return (place) =>
    items.some(({ link }) => {
      const { pathname } = router.buildLocation(link)
      if (pathname === place) return true
      return link.activeOptions?.exact !== true && place.startsWith(`${pathname}/`)
    })
}

function NavLinks({ items, onGo }: Pick<NavSection, 'items'> & Pick<NavListProps, 'onGo'>) {
  return items.map(({ label, icon: Icon, link, count }) => (
    <Link
      key={label}
      {...link}
      className={navItemClasses}
      activeProps={{ className: 'active' }}
      {...(onGo && { onClick: onGo })}
    >
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" />}
      <span className="truncate">{label}</span>
      {count !== undefined && <span className="figures ml-auto text-xs text-ink-3">{count}</span>}
    </Link>
  ))
}

const labelClasses = 'text-[0.6875rem]/4 font-medium tracking-[0.02em] text-ink-3'

export const navItemClasses =
  'flex h-8 items-center gap-2.5 rounded-s px-2 text-s font-medium text-ink-2 ' +
  'hover:bg-hover hover:text-ink [&.active]:bg-accent-soft [&.active]:text-accent ' +
  'pointer-coarse:h-10'
