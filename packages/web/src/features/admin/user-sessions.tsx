import { deviceName, isPhone } from '@guildhall/contract/identity/device-name'
import { useQuery } from '@tanstack/react-query'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Time } from '#/ui/time.tsx'
import { type User, type UserSession, userSessionsQuery } from './admin-queries.ts'
import { explain } from './explain.ts'
import { useAfterChange } from './use-after-change.ts'
import { EndSessionDialog, EndSessionsDialog } from './user-confirmations.tsx'

interface UserSessionsProps {
  user: User
  isOwn: boolean
}

/** The sessions of a user, with actions to end them. */
export function UserSessions({ user, isOwn }: UserSessionsProps) {
  const sessions = useQuery(userSessionsQuery(user.id))
  const [asked, setAsked] = useState<UserSession | 'all' | null>(null)
  const report = useAfterChange(isOwn)
  const list = sessions.data?.sessions
  const dialog = {
    user,
    isOwn,
    onClose: () => setAsked(null),
    onDone: async (message: string) => {
      await report(message)
      setAsked(null)
    },
  }
  const endAll = (
    <Button size="s" onClick={() => setAsked('all')}>
      End all…
    </Button>
  )
  return (
    <Card flush title="Sessions" actions={list && list.length > 1 && endAll}>
      <Entries
        count={list?.length ?? null}
        failure={sessions.error && explain(sessions.error)}
        empty="Not signed in anywhere."
      >
        {list?.map((session) => (
          <SessionEntry key={session.id} session={session} onEnd={() => setAsked(session)} />
        ))}
      </Entries>
      {asked === 'all' && <EndSessionsDialog {...dialog} />}
      {asked !== null && asked !== 'all' && <EndSessionDialog {...dialog} session={asked} />}
    </Card>
  )
}

interface SessionEntryProps {
  session: UserSession
  onEnd: () => void
}

function SessionEntry({ session, onEnd }: SessionEntryProps) {
  const { userAgent, ipAddress, createdAt, lastUsedAt, expiresAt, impersonatedBy } = session
  const device = deviceName(userAgent)
  return (
    <Entry
      icon={isPhone(userAgent) ? <Smartphone /> : <Monitor />}
      title={device}
      badge={impersonatedBy && <Badge tone="info">impersonation</Badge>}
      action={
        <Button size="s" onClick={onEnd}>
          End…<span className="sr-only"> the session on {device}</span>
        </Button>
      }
    >
      {ipAddress && <span className="break-all">{ipAddress}</span>}
      <span>
        signed in <Time at={createdAt} />
      </span>
      <span>
        used <Time at={lastUsedAt} />
      </span>
      <span>
        ends <Time at={expiresAt} />
      </span>
    </Entry>
  )
}
