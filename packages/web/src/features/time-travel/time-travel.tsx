import { advanceClock } from '@guildhall/contract/organizations/clock'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { clockKey, clockQuery } from '#/entities/organization/clock.ts'
import {
  type OrganizationId,
  type OwnOrganization,
  organizationKey,
} from '#/entities/organization/own-organizations.ts'
import { mayIn } from '#/entities/organization/roles.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatDay } from '#/lib/format.ts'
import { later } from '#/ui/later.tsx'
import { useToast } from '#/ui/toast.tsx'
import { AdvanceBanner } from './advance-banner.tsx'
import { summaryOf } from './advance-text.ts'
import { keepAdvance, readAdvance } from './kept-advance.ts'
import { type Advance, type TimeTravel, TravelContext, type Way } from './travel-context.ts'

const AdvanceDialog = later(async () => (await import('./advance-dialog.tsx')).AdvanceDialog)
const TravelDialog = later(async () => (await import('./travel-dialog.tsx')).TravelDialog)

interface TravellingProps {
  organization: OwnOrganization
  children: ReactNode
}

type Asked = { for: 'day'; way: Way | undefined } | { for: 'advance' }

/** Advances the clock of an organization, and shows the progress on every page. */
export function TimeTravelling({ organization, children }: TravellingProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const showAdvance = () => setAsked({ for: 'advance' })
  const close = () => setAsked(null)
  const travel = useTravelling(organization, showAdvance)
  const { clock, advance } = travel
  const whole: TimeTravel = {
    ...travel,
    ask: (way) => setAsked({ for: 'day', way }),
    showAdvance,
  }
  return (
    <TravelContext value={whole}>
      {children}
      <AdvanceBanner />
      {asked?.for === 'day' && clock && (
        <TravelDialog
          clock={clock}
          way={asked.way}
          organizationId={organization.id}
          onClose={close}
        />
      )}
      {asked?.for === 'advance' && advance?.happened && (
        <AdvanceDialog advance={advance} happened={advance.happened} onClose={close} />
      )}
    </TravelContext>
  )
}

const pollMilliseconds = 1000

function useTravelling({ id, role }: OwnOrganization, showAdvance: () => void) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [last, setLast] = useState<{ of: OrganizationId; advance: Advance | null } | null>(null)
  const before = useMemo(() => readAdvance(id), [id])
  const advance = last?.of === id ? last.advance : before && { ...before, failure: null }
  const setAdvance = (next: Advance | null) => setLast({ of: id, advance: next })
  const isAdvancing = advance !== null && advance.happened === null && advance.failure === null
  const { data: clock } = useQuery({
    ...clockQuery(id),
    refetchInterval: isAdvancing && pollMilliseconds,
  })
  /** The current state, however long the page has been open. */
  const askTime = async () =>
    (await queryClient.fetchQuery({ ...clockQuery(id), staleTime: 0 })).now
  async function go(way: Way) {
    const from = await askTime()
    const to = way(from)
    setAdvance({ from, to, happened: null, failure: null })
    try {
      const { happened, ...reached } = await api.call(advanceClock, {
        body: { organizationId: id, to: to.toISOString() },
      })
      await queryClient.cancelQueries({ queryKey: clockKey(id) })
      queryClient.setQueryData(clockKey(id), reached)
      setAdvance({ from, to, happened, failure: null })
      keepAdvance(id, { from, to, happened })
      toast({
        title: `Time advanced to ${formatDay(reached.now)}`,
        description: summaryOf(happened),
        ...(happened.length > 0 && { action: { label: 'By day', onClick: showAdvance } }),
      })
    } catch (error) {
      setAdvance({ from, to, happened: null, failure: failureMessage(error, messages) })
    }
    // Even an interrupted advance has changed data.
    await queryClient.invalidateQueries({ queryKey: organizationKey(id) })
  }
  const travel = (way: Way) => {
    if (isAdvancing) return
    go(way).catch((error: unknown) => {
      toast({
        tone: 'bad',
        title: 'The clock was not advanced',
        description: failureMessage(error),
      })
    })
  }
  return {
    clock,
    mayTravel: clock?.sandbox === true && mayIn(role, 'organization', 'update'),
    advance,
    travel,
    dismissAdvance: () => setAdvance(null),
  }
}

const messages = {
  ClockIsAdvancing: 'The time is already being advanced. Wait until it finishes.',
  Unauthorized: 'Your role changed. Only owners and admins can advance the time.',
}
