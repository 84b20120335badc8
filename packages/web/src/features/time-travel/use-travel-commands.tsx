import CalendarClock from 'lucide-react/icons/calendar-clock'
import FastForward from 'lucide-react/icons/fast-forward'
import { useMemo } from 'react'
import type { CommandGroup } from '#/ui/command-palette.tsx'
import { stepNames, steps } from './steps.ts'
import { useTimeTravel } from './travel-context.ts'

/** The palette commands for the clock of a sandbox. */
export function useTravelCommands(): readonly CommandGroup[] {
  const { mayTravel, ask } = useTimeTravel()
  return useMemo((): CommandGroup[] => {
    if (!mayTravel) return []
    const onward = stepNames.map((step) => ({
      id: `time:${step}`,
      label: `Advance time by 1 ${step}…`,
      keywords: 'clock travel advance sandbox',
      icon: <FastForward />,
      run: () => ask(steps[step].from),
    }))
    const toDay = {
      id: 'time:day',
      label: 'Advance time to a date…',
      keywords: 'clock travel advance sandbox date',
      icon: <CalendarClock />,
      run: () => ask(),
    }
    return [{ label: 'Time', commands: [...onward, toDay] }]
  }, [mayTravel, ask])
}
