import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import type { ReactNode } from 'react'
import { setTheme } from '#/lib/theme.ts'
import { useTheme } from '#/lib/use-theme.ts'
import { Segmented } from '#/ui/segmented.tsx'

export function ThemeSwitch() {
  return <Segmented label="Theme" options={options} value={useTheme()} onChange={setTheme} />
}

const options = [
  { value: 'light', label: <Icon name="Light" icon={<Sun />} /> },
  { value: 'dark', label: <Icon name="Dark" icon={<Moon />} /> },
  { value: 'system', label: <Icon name="As the system" icon={<Monitor />} /> },
] as const

function Icon({ name, icon }: { name: string; icon: ReactNode }) {
  return (
    <>
      <span aria-hidden="true" className="[&_svg]:size-3.5">
        {icon}
      </span>
      <span className="sr-only">{name}</span>
    </>
  )
}
