import { createFileRoute, Outlet } from '@tanstack/react-router'
import History from 'lucide-react/icons/history'
import KeyRound from 'lucide-react/icons/key-round'
import LinkIcon from 'lucide-react/icons/link-2'
import Mail from 'lucide-react/icons/mail'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Trash2 from 'lucide-react/icons/trash-2'
import UserRound from 'lucide-react/icons/user-round'
import { requireSession } from '#/entities/account/session.ts'
import { AccountMenu } from '#/features/shell/account-menu.tsx'
import { Frame } from '#/features/shell/frame.tsx'
import type { NavSection } from '#/features/shell/nav-list.tsx'
import { Place } from '#/features/shell/place.tsx'
import { SignedIn, useCurrentSession } from '#/features/shell/signed-in.tsx'

export const Route = createFileRoute('/account')({
  beforeLoad: requireSession,
  component: () => (
    <SignedIn>
      <Account />
    </SignedIn>
  ),
})

function Account() {
  const { user } = useCurrentSession()
  return (
    <Frame
      name="Account"
      place={<Place name="Account" />}
      sections={sections}
      footer={<AccountMenu user={user} />}
    >
      <div className="max-w-170">
        <Outlet />
      </div>
    </Frame>
  )
}

const sections: readonly NavSection[] = [
  {
    label: 'You',
    items: [
      { label: 'Profile', icon: UserRound, link: { to: '/account/profile' } },
      { label: 'Email', icon: Mail, link: { to: '/account/email' } },
    ],
  },
  {
    label: 'Sign-in',
    items: [
      { label: 'Password', icon: KeyRound, link: { to: '/account/password' } },
      { label: 'Linked accounts', icon: LinkIcon, link: { to: '/account/linked-accounts' } },
      { label: 'Sessions', icon: MonitorSmartphone, link: { to: '/account/sessions' } },
      { label: 'Security activity', icon: History, link: { to: '/account/activity' } },
    ],
  },
  {
    label: 'Delete account',
    items: [{ label: 'Delete account', icon: Trash2, link: { to: '/account/delete' } }],
  },
]
