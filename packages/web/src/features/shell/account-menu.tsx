import { Link } from '@tanstack/react-router'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserRound from 'lucide-react/icons/user-round'
import type { ComponentProps } from 'react'
import { isOperator, type Session } from '#/entities/account/session.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#/ui/menu.tsx'
import { Spinner } from '#/ui/spinner.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { useLeave } from './use-leave.ts'

interface AccountMenuProps {
  user: Session['user']
  align?: ComponentProps<typeof Menu>['align']
}

/** The current user, with links to the other areas, the theme and sign-out. */
export function AccountMenu({ user, align = 'start' }: AccountMenuProps) {
  const { isLeaving, leave } = useLeave()
  const name = user.name || user.username || user.email
  const trigger = (
    <button type="button" aria-busy={isLeaving || undefined} className={triggerClasses}>
      <Avatar key={user.image} name={name} src={user.image} />
      <span className="grid min-w-0 flex-1 text-start text-xs">
        <span className="truncate font-medium">{name}</span>
        <span className="truncate text-ink-3">{user.email}</span>
      </span>
      <span aria-hidden="true" className="shrink-0 text-ink-3 [&_svg]:size-3.5">
        {isLeaving ? <Spinner /> : <ChevronsUpDown />}
      </span>
    </button>
  )
  return (
    <Menu trigger={trigger} align={align}>
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

const triggerClasses =
  'flex w-full min-w-0 items-center gap-2.5 rounded-s px-2 py-1 hover:bg-hover ' +
  'data-popup-open:bg-hover'
