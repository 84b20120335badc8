import Ban from 'lucide-react/icons/ban'
import ChevronDown from 'lucide-react/icons/chevron-down'
import KeyRound from 'lucide-react/icons/key-round'
import LogOut from 'lucide-react/icons/log-out'
import Pencil from 'lucide-react/icons/pencil'
import Send from 'lucide-react/icons/send'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash-2'
import VenetianMask from 'lucide-react/icons/venetian-mask'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { isOperator } from '#/entities/account/session.ts'
import { Button } from '#/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#/ui/menu.tsx'
import { useNow } from '#/ui/use-now.ts'
import type { User } from './admin-queries.ts'
import { BanDialog } from './ban-dialog.tsx'
import { isBanned } from './bans.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { ProfileDialog } from './profile-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { useAfterChange } from './use-after-change.ts'
import {
  EndSessionsDialog,
  ImpersonateDialog,
  RemoveDialog,
  ResetLinkDialog,
  UnbanDialog,
} from './user-confirmations.tsx'
import type { UserDialogProps } from './user-dialog.ts'

interface UserActionsProps {
  user: User
  isOwn: boolean
}

/** All actions on a user; unavailable ones explain why. */
export function UserActions({ user, isOwn }: UserActionsProps) {
  const [Dialog, setDialog] = useState<ComponentType<UserDialogProps> | null>(null)
  const report = useAfterChange(isOwn)
  const ask = (dialog: ComponentType<UserDialogProps>) => () => setDialog(() => dialog)
  const close = () => setDialog(null)
  const banned = isBanned(user, useNow())
  const own = isOwn && 'This is your own account.'
  const trigger = (
    <Button>
      Actions <ChevronDown aria-hidden="true" />
    </Button>
  )
  return (
    <>
      <Menu trigger={trigger} align="end">
        <Action
          icon={<VenetianMask />}
          disabledBecause={own || signInObstacle(user, banned)}
          onSelect={ask(ImpersonateDialog)}
        >
          Sign in as this user…
        </Action>
        <Action icon={<Pencil />} onSelect={ask(ProfileDialog)}>
          Edit profile…
        </Action>
        <Action icon={<ShieldCheck />} onSelect={ask(RoleDialog)}>
          Change role…
        </Action>
        <MenuSeparator />
        <Action icon={<Send />} onSelect={ask(ResetLinkDialog)}>
          Send password reset link…
        </Action>
        <Action icon={<KeyRound />} onSelect={ask(PasswordDialog)}>
          Set a password…
        </Action>
        <Action icon={<LogOut />} onSelect={ask(EndSessionsDialog)}>
          End all sessions…
        </Action>
        <MenuSeparator />
        {banned ? (
          <Action icon={<Ban />} onSelect={ask(UnbanDialog)}>
            Lift the ban…
          </Action>
        ) : (
          <Action icon={<Ban />} destructive disabledBecause={own} onSelect={ask(BanDialog)}>
            Ban…
          </Action>
        )}
        <Action icon={<Trash2 />} destructive disabledBecause={own} onSelect={ask(RemoveDialog)}>
          Delete…
        </Action>
      </Menu>
      {Dialog && (
        <Dialog
          user={user}
          isOwn={isOwn}
          onClose={close}
          onDone={async (message) => {
            await report(message)
            close()
          }}
        />
      )}
    </>
  )
}

function signInObstacle(user: User, banned: boolean): string | false {
  if (isOperator(user)) return 'You can’t sign in as an operator.'
  return banned && 'Banned users can’t sign in.'
}

interface ActionProps extends ComponentProps<typeof MenuItem> {
  disabledBecause?: string | false
}

function Action({ disabledBecause = false, children, ...item }: ActionProps) {
  return (
    <MenuItem {...item} disabled={disabledBecause !== false}>
      {children}
      {disabledBecause !== false && <span className="block text-xs">{disabledBecause}</span>}
    </MenuItem>
  )
}
