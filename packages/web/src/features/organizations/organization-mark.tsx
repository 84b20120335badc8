import { Avatar } from '#/ui/avatar.tsx'
import { Logo } from '#/ui/logo.tsx'

interface OrganizationMarkProps {
  name: string
  logo: string | null
}

/** The logo, or the first letter of the name. */
export function OrganizationMark({ name, logo }: OrganizationMarkProps) {
  return logo ? <Avatar square key={logo} name={name} src={logo} /> : <Logo name={name} />
}
