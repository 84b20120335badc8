import { Link, type LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'

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
  items: readonly NavItem[]
}

interface NavListProps {
  sections: readonly NavSection[]
  onGo?: () => void
}

export function NavList({ sections, onGo }: NavListProps) {
  return sections.map((section) => (
    <div key={section.label ?? ''} className="grid gap-0.5">
      {section.label && (
        <p className="px-2 pt-3.5 pb-1 text-[0.6875rem]/4 font-medium tracking-[0.02em] text-ink-3">
          {section.label}
        </p>
      )}
      {section.items.map(({ label, icon: Icon, link, count }) => (
        <Link
          key={label}
          {...link}
          className={navItemClasses}
          activeProps={{ className: 'active' }}
          {...(onGo && { onClick: onGo })}
        >
          {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" />}
          <span className="truncate">{label}</span>
          {count !== undefined && (
            <span className="figures ml-auto text-xs text-ink-3">{count}</span>
          )}
        </Link>
      ))}
    </div>
  ))
}

export const navItemClasses =
  'flex h-8 items-center gap-2.5 rounded-s px-2 text-s font-medium text-ink-2 ' +
  'hover:bg-hover hover:text-ink [&.active]:bg-accent-soft [&.active]:text-accent ' +
  'pointer-coarse:h-10'
