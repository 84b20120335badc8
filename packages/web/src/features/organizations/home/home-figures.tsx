import { Link, type LinkProps } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { KeyFigures } from '#/ui/key-figures.tsx'
import type { StepFacts } from './next-steps.ts'

type HomeFiguresProps = Pick<StepFacts, 'members' | 'openInvitations' | 'teams'>

/** The number of members, invitations and teams, linked to their pages. */
export function HomeFigures({ members, openInvitations, teams }: HomeFiguresProps) {
  const { slug, role } = useOrganization()
  const params = { slug }
  const figure = (label: string, count: number, to: Page) => ({
    label,
    figure: <Figure name={`${count} ${label.toLowerCase()}`} count={count} link={{ to, params }} />,
  })
  const figures = [figure('Members', members, '/dashboard/$slug/settings/members')]
  // Other members don't see them.
  if (mayIn(role, 'invitation', 'create')) {
    figures.push(
      figure('Open invitations', openInvitations, '/dashboard/$slug/settings/invitations'),
    )
  }
  if (teams !== null) figures.push(figure('Teams', teams, '/dashboard/$slug/settings/teams'))
  return <KeyFigures label="Overview" figures={figures} />
}

type Page =
  | '/dashboard/$slug/settings/members'
  | '/dashboard/$slug/settings/invitations'
  | '/dashboard/$slug/settings/teams'

interface FigureProps {
  name: string
  count: number
  link: LinkProps
}

function Figure({ name, count, link }: FigureProps) {
  return (
    <Link {...link} aria-label={name} className="rounded-xs underline-offset-4 hover:underline">
      {count}
    </Link>
  )
}
