import { advanceClock } from '@guildhall/contract/organizations/clock'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api.ts'
import { failureWords } from '../../lib/failure-words.ts'
import { formatDay } from '../../lib/format.ts'
import {
  type OrganizationId,
  type OwnOrganization,
  organizationKey,
} from '../../lib/own-organizations.ts'
import { mayIn } from '../../lib/roles.ts'
import { useToast } from '../../ui/toast.tsx'
import { clockKey, clockQuery } from './clock-query.ts'
import { JourneyDialog } from './journey-dialog.tsx'
import { summaryOf } from './journey-words.ts'
import { type Journey, type TimeTravel, TravelContext, type Way } from './travel-context.ts'
import { TravelDialog } from './travel-dialog.tsx'
import { TravelNews } from './travel-news.tsx'

interface TravellingProps {
  organization: OwnOrganization
  children: ReactNode
}

/** Moves the time of an organization on, and says from everywhere how far it has come. */
export function TimeTravelling({ organization, children }: TravellingProps) {
  const [asked, setAsked] = useState<'day' | 'journey' | null>(null)
  const travel = useTravelling(organization, () => setAsked('journey'))
  const { clock, journey } = travel
  const whole: TimeTravel = {
    ...travel,
    ask: () => setAsked('day'),
    showJourney: () => setAsked('journey'),
  }
  return (
    <TravelContext value={whole}>
      {children}
      <TravelNews />
      {asked === 'day' && clock && <TravelDialog clock={clock} onClose={() => setAsked(null)} />}
      {asked === 'journey' && journey?.happened && (
        <JourneyDialog
          journey={journey}
          happened={journey.happened}
          onClose={() => setAsked(null)}
        />
      )}
    </TravelContext>
  )
}

const askAgainMilliseconds = 1000

function useTravelling({ id, role }: OwnOrganization, showJourney: () => void) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [last, setLast] = useState<{ of: OrganizationId; journey: Journey | null } | null>(null)
  const journey = last?.of === id ? last.journey : null
  const setJourney = (next: Journey | null) => setLast({ of: id, journey: next })
  const isUnderWay = journey !== null && journey.happened === null && journey.failure === null
  const { data: clock } = useQuery({
    ...clockQuery(id),
    refetchInterval: isUnderWay && askAgainMilliseconds,
  })
  /** How it stands, however long the page has been open. */
  const askTime = async () =>
    (await queryClient.fetchQuery({ ...clockQuery(id), staleTime: 0 })).now
  async function go(way: Way) {
    const from = await askTime()
    const to = way(from)
    setJourney({ from, to, happened: null, failure: null })
    try {
      const { happened, ...reached } = await api.call(advanceClock, {
        body: { organizationId: id, to: to.toISOString() },
      })
      await queryClient.cancelQueries({ queryKey: clockKey(id) })
      queryClient.setQueryData(clockKey(id), reached)
      setJourney({ from, to, happened, failure: null })
      toast({
        title: `It’s ${formatDay(reached.now)} now`,
        description: summaryOf(happened),
        ...(happened.length > 0 && { action: { label: 'Day by day', onClick: showJourney } }),
      })
    } catch (error) {
      setJourney({ from, to, happened: null, failure: failureWords(error, words) })
    }
    // Also what failed half-way has changed something.
    await queryClient.invalidateQueries({ queryKey: organizationKey(id) })
  }
  const travel = (way: Way) => {
    if (isUnderWay) return
    go(way).catch((error: unknown) => {
      toast({ tone: 'bad', title: 'Time stays where it is', description: failureWords(error) })
    })
  }
  return {
    clock,
    mayTravel: clock?.sandbox === true && mayIn(role, 'organization', 'update'),
    journey,
    travel,
    forgetJourney: () => setJourney(null),
  }
}

const words = {
  ClockIsAdvancing: 'Somebody is moving the time right now. Wait until it stands still.',
  Unauthorized: 'Your role changed: only owners and admins move the time.',
}
