import Ban from 'lucide-react/icons/ban'
import MailQuestionMark from 'lucide-react/icons/mail-question-mark'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { Badge } from '#/ui/badge.tsx'
import { Status } from '#/ui/status.tsx'
import { useNow } from '#/ui/use-now.ts'
import type { User } from './admin-queries.ts'
import { isBanned } from './bans.ts'

/** Whether the account can sign in, and its role. */
export function StatusBadge({ user }: { user: User }) {
  const now = useNow()
  if (isBanned(user, now)) {
    return (
      <Badge tone="bad" icon={<Ban aria-hidden="true" />}>
        banned
      </Badge>
    )
  }
  // The ban is lifted at the next sign-in; until then the filters still find it.
  if (user.banned === true) return <Badge icon={<Ban aria-hidden="true" />}>ban over</Badge>
  if (user.emailVerified) return <Status state="active" />
  return <Badge icon={<MailQuestionMark aria-hidden="true" />}>unverified</Badge>
}

export function OperatorBadge() {
  return (
    <Badge tone="info" icon={<ShieldCheck aria-hidden="true" />}>
      operator
    </Badge>
  )
}
