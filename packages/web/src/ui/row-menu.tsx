import Ellipsis from 'lucide-react/icons/ellipsis'
import type { ComponentProps, ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { pressInRow } from './row-keys.ts'

interface RowMenuProps {
  /** The name of the row’s object: "Jun Okafor". */
  of: string
  /** Whether J and K move between the menus, for rows without a link. */
  walked?: boolean
  children: ReactNode
}

/** The actions on the object of a row. */
export function RowMenu({ of, walked = false, children }: RowMenuProps) {
  const walk = {
    'data-row-link': '',
    // The arrow keys open the menu.
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
  /** Why it is disabled, in a few words. */
  disabledBecause?: string | false
}

export function RowAction({ disabledBecause = false, children, ...item }: RowActionProps) {
  return (
    <MenuItem {...item} disabled={disabledBecause !== false}>
      {children}
      {disabledBecause !== false && <span className="block text-xs">{disabledBecause}</span>}
    </MenuItem>
  )
}
