import CalendarClock from 'lucide-react/icons/calendar-clock'
import FastForward from 'lucide-react/icons/fast-forward'
import History from 'lucide-react/icons/history'
import type { ComponentProps } from 'react'
import { Menu, MenuGroup, MenuItem } from '#/ui/menu.tsx'
import { stepNames, steps } from './steps.ts'
import { useTimeTravel } from './travel-context.ts'

interface ClockMenuProps extends Omit<ComponentProps<typeof Menu>, 'children'> {
  isFrozen: boolean
  /** Called before an action starts, to close a surrounding menu. */
  onGo: () => void
}

/** Advances the clock. */
export function ClockMenu({ isFrozen, onGo, ...menu }: ClockMenuProps) {
  const { advance, ask, showAdvance } = useTimeTravel()
  const isAdvancing = advance !== null && advance.happened === null && advance.failure === null
  const go = (act: () => void) => () => {
    onGo()
    act()
  }
  return (
    <Menu {...menu}>
      <MenuGroup label={isFrozen ? 'Stopped. Advance it to continue.' : 'Follows real time.'}>
        {stepNames.map((step) => (
          <MenuItem
            key={step}
            icon={<FastForward />}
            disabled={isAdvancing}
            onSelect={go(() => ask(steps[step].from))}
          >
            {`${steps[step].label}…`}
          </MenuItem>
        ))}
        <MenuItem icon={<CalendarClock />} disabled={isAdvancing} onSelect={go(() => ask())}>
          To a date…
        </MenuItem>
        {advance?.happened && (
          <MenuItem icon={<History />} onSelect={go(showAdvance)}>
            What happened
          </MenuItem>
        )}
      </MenuGroup>
    </Menu>
  )
}
