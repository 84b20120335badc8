import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { setTheme } from '#/lib/theme.ts'
import { useTheme } from '#/lib/use-theme.ts'
import { MenuChoice } from '#/ui/menu.tsx'

/** The theme as part of a menu. */
export function ThemeChoice() {
  return <MenuChoice label="Theme" options={options} value={useTheme()} onChange={setTheme} />
}

const options = [
  { value: 'light', label: 'Light', icon: <Sun /> },
  { value: 'dark', label: 'Dark', icon: <Moon /> },
  { value: 'system', label: 'As the system', icon: <Monitor /> },
] as const
