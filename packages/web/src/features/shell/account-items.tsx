import { Link } from '@tanstack/react-router'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserRound from 'lucide-react/icons/user-round'
import type { ComponentProps } from 'react'
import { isOperator, type Session } from '#/entities/account/session.ts'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#/ui/menu.tsx'
import { ThemeChoice } from './theme-choice.tsx'

interface AccountItemsProps extends Omit<ComponentProps<typeof Menu>, 'children'> {
  user: Session['user']
  leave: () => Promise<void>
}

/** The menu with its links to the other areas, the theme and sign-out. */
export function AccountItems({ user, leave, ...menu }: AccountItemsProps) {
  return (
    <Menu {...menu}>
      <MenuLink icon={<LayoutDashboard />} link={<Link to="/dashboard" />}>
        Dashboard
      </MenuLink>
      <MenuLink icon={<UserRound />} link={<Link to="/account" />}>
        Account
      </MenuLink>
      {isOperator(user) && (
        <MenuLink icon={<ShieldCheck />} link={<Link to="/admin" />}>
          Admin
        </MenuLink>
      )}
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      {/* The hook reports failures. */}
      <MenuItem icon={<LogOut />} onSelect={() => void leave()}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
