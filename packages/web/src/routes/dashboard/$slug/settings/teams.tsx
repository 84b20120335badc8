import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { teamsQuery } from '#/features/organizations/organization-queries.ts'
import { CreateTeamButton } from '#/features/organizations/teams/create-team-button.tsx'
import { everybodyQuery } from '#/features/organizations/teams/team-queries.ts'
import { TeamsList } from '#/features/organizations/teams/teams-list.tsx'
import { readTeamsView } from '#/features/organizations/teams/teams-view.ts'
import { NotFoundPage } from '#/features/shell/not-found-page.tsx'
import { Page } from '#/features/shell/page.tsx'
import { useCurrentSession } from '#/features/shell/signed-in.tsx'
import { onlyParsed } from '#/lib/search-parameters.ts'

export const Route = createFileRoute('/dashboard/$slug/settings/teams')({
  validateSearch: onlyParsed(readTeamsView),
  // The list shows its own skeleton, so the page doesn't wait.
  loader: ({ context: { queryClient, organizationId } }) => {
    void queryClient.prefetchQuery(teamsQuery(organizationId))
    void queryClient.prefetchQuery(everybodyQuery(organizationId))
  },
  component: Teams,
})

function Teams() {
  const view = Route.useSearch()
  const navigate = useNavigate({ from: Route.fullPath })
  const { user } = useCurrentSession()
  const { id } = useOrganization()
  const { data: teams } = useQuery(teamsQuery(id))
  if (teams === null) {
    return (
      <NotFoundPage title="Teams are turned off">
        The operator of this server has turned off teams.
      </NotFoundPage>
    )
  }
  return (
    <Page title="Teams" actions={<CreateTeamButton />}>
      <TeamsList
        ownId={user.id}
        view={view}
        onViewChange={(search, { replace }) => void navigate({ search, replace })}
      />
    </Page>
  )
}
