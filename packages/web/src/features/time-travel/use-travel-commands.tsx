import CalendarClock from 'lucide-react/icons/calendar-clock'
import FastForward from 'lucide-react/icons/fast-forward'
import { useMemo } from 'react'
import type { CommandGroup } from '../../ui/command-palette.tsx'
import { stepNames, steps } from './steps.ts'
import { useTimeTravel } from './travel-context.ts'

/** What the palette does about the time of a sandbox. */
export function useTravelCommands(): readonly CommandGroup[] {
  const { mayTravel, travel, ask } = useTimeTravel()
  return useMemo((): CommandGroup[] => {
    if (!mayTravel) return []
    const onward = stepNames.map((step) => ({
      id: `time:${step}`,
      label: `Move time on by a ${step}`,
      keywords: 'clock travel advance sandbox',
      icon: <FastForward />,
      run: () => travel(steps[step].from),
    }))
    const toDay = {
      id: 'time:day',
      label: 'Move time on to a day…',
      keywords: 'clock travel advance sandbox date',
      icon: <CalendarClock />,
      run: ask,
    }
    return [{ label: 'Time', commands: [...onward, toDay] }]
  }, [mayTravel, travel, ask])
}
