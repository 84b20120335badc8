import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Kbd } from './kbd.tsx'
import { groupLabelClasses, itemClasses } from './option-list.ts'

interface MenuProps {
  trigger: ReactElement
  align?: 'start' | 'end'
  children: ReactNode
}

export function Menu({ trigger, align = 'start', children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} className="z-50 outline-none">
          <Base.Popup className={menuClasses}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  /** The keyboard shortcut of the item. */
  shortcut?: readonly string[]
  /** A destructive action; a dialog still asks. */
  destructive?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, shortcut, destructive = false, ...rest }: MenuItemProps) {
  return (
    <Base.Item
      disabled={rest.disabled ?? false}
      onClick={rest.onSelect}
      className={classNames(itemClasses, destructive && 'text-bad data-highlighted:bg-bad-soft')}
    >
      {icon && (
        <span aria-hidden="true" className={destructive ? undefined : 'text-ink-3'}>
          {icon}
        </span>
      )}
      <span className="flex-1">{rest.children}</span>
      {shortcut && <Kbd keys={shortcut} />}
    </Base.Item>
  )
}

interface MenuLinkProps {
  icon?: ReactNode
  /** The link element without children. */
  link: ReactElement
  children: ReactNode
}

/** A link to a page, which can open in a new tab. */
export function MenuLink({ icon, link, children }: MenuLinkProps) {
  return (
    <Base.LinkItem closeOnClick render={link} className={itemClasses}>
      {icon && (
        <span aria-hidden="true" className="text-ink-3">
          {icon}
        </span>
      )}
      <span className="flex-1">{children}</span>
    </Base.LinkItem>
  )
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={groupLabelClasses}>{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />
}

const menuClasses = 'floating max-h-(--available-height) min-w-44 overflow-y-auto p-1 outline-none'
