import { deviceName, isPhone } from '@guildhall/contract/identity/device-name'
import { useQuery } from '@tanstack/react-query'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { failureMessage } from '#/lib/failure-message.ts'
import { Badge } from '#/ui/badge.tsx'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Time } from '#/ui/time.tsx'
import { type OwnSession, ownSessionsQuery } from './account-queries.ts'
import { EndEverySession, EndOtherSessions, EndSession } from './end-sessions.tsx'

interface SessionsListProps {
  /** The session of this browser. */
  currentId: string
}

/** The sessions: this browser first, then the most recently used. */
export function SessionsList({ currentId }: SessionsListProps) {
  const { data, error } = useQuery(ownSessionsQuery)
  const sessions = data?.toSorted(
    (one, other) =>
      Number(other.id === currentId) - Number(one.id === currentId) ||
      other.lastUsedAt.getTime() - one.lastUsedAt.getTime(),
  )
  const others = (sessions?.length ?? 0) - 1
  return (
    <div className="grid gap-3">
      <Card flush title="Active sessions" actions={others > 0 && <EndOtherSessions />}>
        <Entries
          count={sessions?.length ?? null}
          failure={error === null ? null : failureMessage(error)}
          empty="No active sessions."
        >
          {sessions?.map((session) => (
            <SessionEntry key={session.id} session={session} isCurrent={session.id === currentId} />
          ))}
        </Entries>
      </Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-1">
        <p className="min-w-0 flex-1 basis-60 text-s text-ink-2">
          Don’t recognize one? Sign it out, then change your password.
        </p>
        <EndEverySession />
      </div>
    </div>
  )
}

function SessionEntry({ session, isCurrent }: { session: OwnSession; isCurrent: boolean }) {
  const { userAgent, ipAddress, createdAt, lastUsedAt } = session
  const device = deviceName(userAgent)
  return (
    <Entry
      icon={isPhone(userAgent) ? <Smartphone /> : <Monitor />}
      title={device}
      badge={isCurrent && <Badge tone="good">this device</Badge>}
      action={!isCurrent && <EndSession session={session} device={device} />}
    >
      {ipAddress && <span className="break-all">{ipAddress}</span>}
      {isCurrent ? (
        <span>in use now</span>
      ) : (
        <span>
          last used <Time at={lastUsedAt} />
        </span>
      )}
      <span>
        signed in <Time at={createdAt} />
      </span>
    </Entry>
  )
}
