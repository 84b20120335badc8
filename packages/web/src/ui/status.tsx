import Archive from 'lucide-react/icons/archive'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Clock from 'lucide-react/icons/clock'
import FlaskConical from 'lucide-react/icons/flask-conical'
import Hourglass from 'lucide-react/icons/hourglass'
import Moon from 'lucide-react/icons/moon'
import Pause from 'lucide-react/icons/pause'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Badge } from './badge.tsx'
import type { Tone } from './tone.ts'
import { ToneIcon } from './tone-icon.tsx'

/** The state of an object, consistently shown as an icon, a word and a color. */
export function Status({ state }: { state: string }) {
  const look = looks.get(state) ?? { tone: 'neutral' }
  return (
    <Badge tone={look.tone} icon={look.icon ?? <ToneIcon tone={look.tone} />}>
      {statusWord(state)}
    </Badge>
  )
}

/** The word alone, where there is no room for a badge. */
export const statusWord = (state: string): string =>
  looks.get(state)?.word ?? state.replaceAll('_', ' ')

/** Several states of one object; null for none. */
export const States = ({ states }: { states: readonly (string | null)[] }) => (
  <span className="flex flex-wrap gap-1">
    {states.map((state) => state !== null && <Status key={state} state={state} />)}
  </span>
)

interface StatusStyle {
  tone: Tone
  icon?: ReactNode
  word?: string
}

const good: StatusStyle = { tone: 'good' }
const waits: StatusStyle = { tone: 'info', icon: <Clock aria-hidden="true" /> }
const returned: StatusStyle = { tone: 'warn', icon: <RotateCcw aria-hidden="true" /> }
const over: StatusStyle = { tone: 'neutral', icon: <X aria-hidden="true" /> }
const wrong: StatusStyle = { tone: 'bad' }

const looks: ReadonlyMap<string, StatusStyle> = new Map(
  Object.entries({
    active: good,
    accepted: good,
    delivered: good,
    enabled: good,
    granted: good,
    healthy: good,
    paid: good,
    succeeded: good,
    sent: good,
    confirmed: waits,
    open: waits,
    pending: waits,
    processing: waits,
    waiting: waits,
    running: waits,
    queued: waits,
    trialing: { tone: 'info', icon: <FlaskConical aria-hidden="true" />, word: 'trial' },
    ending: { tone: 'warn', icon: <Hourglass aria-hidden="true" />, word: 'ends soon' },
    failing: { tone: 'warn' },
    retrying: returned,
    past_due: { tone: 'warn' },
    incomplete: { tone: 'warn', icon: <CircleDashed aria-hidden="true" /> },
    partially_refunded: returned,
    refunded: returned,
    early_warning: { tone: 'warn' },
    prevented: over,
    needs_response: wrong,
    under_review: waits,
    won: good,
    lost: wrong,
    disputed: wrong,
    dispute_lost: wrong,
    paused: { tone: 'warn', icon: <Pause aria-hidden="true" /> },
    failed: wrong,
    dead: wrong,
    payment_failed: wrong,
    unpaid: wrong,
    written_off: wrong,
    rejected: wrong,
    resting: { ...wrong, icon: <Moon aria-hidden="true" />, word: 'suspended' },
    revoked: over,
    canceled: over,
    expired: over,
    void: over,
    skipped: over,
    incomplete_expired: { ...over, word: 'expired' },
    disabled: over,
    archived: { tone: 'neutral', icon: <Archive aria-hidden="true" /> },
    one_time: { tone: 'neutral', icon: <ShoppingBag aria-hidden="true" />, word: 'one-time' },
    draft: { tone: 'neutral', icon: <CircleDashed aria-hidden="true" /> },
  }),
)
