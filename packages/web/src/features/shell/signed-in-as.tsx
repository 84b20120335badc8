import { Link } from '@tanstack/react-router'
import LogOut from 'lucide-react/icons/log-out'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { failureWords } from '../../lib/failure-words.ts'
import { isOperator, type Session } from '../../lib/session.ts'
import { signOut } from '../../lib/sign-out.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

/** Who is using these pages: their account, the operators’ pages where they are one, the way out. */
export function SignedInAs({ user }: { user: Session['user'] }) {
  const [isLeaving, setLeaving] = useState(false)
  const toast = useToast()
  const leave = async () => {
    setLeaving(true)
    try {
      await signOut()
    } catch (error) {
      setLeaving(false)
      toast({ tone: 'bad', title: 'You are still signed in', description: failureWords(error) })
    }
  }
  return (
    <div className="flex w-full items-center gap-1">
      <Link
        to="/account"
        className="flex min-w-0 flex-1 items-center gap-2.5 rounded-s px-2 py-1 hover:bg-hover"
      >
        <Avatar key={user.image} name={user.name || user.email} src={user.image} />
        <span className="grid min-w-0 flex-1 text-xs">
          <span className="truncate font-medium">{user.name || user.username}</span>
          <span className="truncate text-ink-3">{user.email}</span>
        </span>
      </Link>
      {isOperator(user) && <AdminDoor />}
      <IconButton label="Sign out" size="s" loading={isLeaving} onClick={leave}>
        <LogOut aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function AdminDoor() {
  const look = buttonLook({ variant: 'ghost', size: 's' })
  return (
    <Tooltip text="Admin">
      <Link to="/admin" aria-label="Admin" className={`${look} w-7 px-0`}>
        <ShieldCheck aria-hidden="true" />
      </Link>
    </Tooltip>
  )
}
