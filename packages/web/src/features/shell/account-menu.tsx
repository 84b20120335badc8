import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import type { Session } from '#/entities/account/session.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { later } from '#/ui/later.tsx'
import { OpenedLater } from '#/ui/opened-later.tsx'
import { Spinner } from '#/ui/spinner.tsx'
import { useLeave } from './use-leave.ts'

const AccountItems = later(
  async () => (await import('./account-items.tsx')).AccountItems,
  ({ trigger }) => trigger,
)

interface AccountMenuProps {
  user: Session['user']
  align?: 'start' | 'end'
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
    <OpenedLater kind="menu" trigger={trigger}>
      <AccountItems defaultOpen {...{ user, leave, trigger, align }} />
    </OpenedLater>
  )
}

const triggerClasses =
  'flex w-full min-w-0 items-center gap-2.5 rounded-s px-2 py-1 hover:bg-hover ' +
  'data-popup-open:bg-hover'
