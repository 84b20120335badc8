import { Menu as Base } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import { type ReactElement, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { Kbd } from './kbd.tsx'
import { groupLabelClasses, itemClasses } from './option-list.ts'

interface MenuProps {
  trigger: ReactElement
  align?: 'start' | 'end'
  defaultOpen?: boolean
  children: ReactNode
}

/** The portal stands outside of all landmarks of the page, so it is one, named like its button. */
export function Menu({ trigger, align = 'start', defaultOpen = false, children }: MenuProps) {
  const button = useId()
  return (
    <Base.Root defaultOpen={defaultOpen}>
      <Base.Trigger id={button} render={trigger} />
      <Base.Portal render={<section aria-labelledby={button} />}>
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

interface MenuChoiceProps<T extends string> {
  label: string
  options: readonly { value: T; label: string; icon: ReactNode }[]
  value: T
  onChange: (value: T) => void
}

/** One of several, with a mark at the current one. */
export function MenuChoice<T extends string>(props: MenuChoiceProps<T>) {
  const { label, options, value, onChange } = props
  return (
    <MenuGroup label={label}>
      <Base.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
        {options.map((option) => (
          <Base.RadioItem
            key={option.value}
            closeOnClick
            value={option.value}
            className={itemClasses}
          >
            <span aria-hidden="true" className="text-ink-3">
              {option.icon}
            </span>
            <span className="flex-1">{option.label}</span>
            <Base.RadioItemIndicator>
              <Check aria-hidden="true" className="size-3.5" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </MenuGroup>
  )
}

interface MenuCheckProps {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}

/** One of several that are on or off; the menu stays open. */
export function MenuCheck({ checked, onChange, children }: MenuCheckProps) {
  return (
    <Base.CheckboxItem checked={checked} onCheckedChange={onChange} className={itemClasses}>
      <span className="flex-1">{children}</span>
      <span aria-hidden="true" className="size-3.5">
        <Base.CheckboxItemIndicator>
          <Check className="size-3.5" />
        </Base.CheckboxItemIndicator>
      </span>
    </Base.CheckboxItem>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />
}

const menuClasses = 'floating max-h-(--available-height) min-w-44 overflow-y-auto p-1 outline-none'
