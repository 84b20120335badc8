import Ellipsis from 'lucide-react/icons/ellipsis'
import type { ComponentProps, ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { pressInRow } from './row-keys.ts'

interface RowMenuProps {
  /** Whom or what the row is about: "Jun Okafor". */
  of: string
  /** Whether J and K walk the rows by it, because the rows themselves lead nowhere. */
  walked?: boolean
  children: ReactNode
}

/** What can be done about the object of a row. */
export function RowMenu({ of, walked = false, children }: RowMenuProps) {
  const walk = {
    'data-row-link': '',
    // The arrows open the menu.
    onKeyDown: (event: Parameters<typeof pressInRow>[0]) => {
      if (!event.key.startsWith('Arrow')) pressInRow(event)
    },
  }
  const trigger = (
    <IconButton label={`Actions for ${of}`} size="s" {...(walked && walk)}>
      <Ellipsis aria-hidden="true" />
    </IconButton>
  )
  return (
    <Menu trigger={trigger} align="end">
      {children}
    </Menu>
  )
}

interface RowActionProps extends ComponentProps<typeof MenuItem> {
  /** Why it can't be done, in a few words. */
  hindrance?: string | false
}

export function RowAction({ hindrance = false, children, ...item }: RowActionProps) {
  return (
    <MenuItem {...item} disabled={hindrance !== false}>
      {children}
      {hindrance !== false && <span className="block text-xs">{hindrance}</span>}
    </MenuItem>
  )
}
