import type { OpenWorld } from '../world.ts'
import { deliveryOperations } from './deliveries.ts'
import type { JarFault } from './faults.ts'
import { foundGuilds } from './guilds.ts'
import { jarInvariants } from './invariants.ts'
import { timeOperations } from './times.ts'
import { transferOperations } from './transfers.ts'

// A toy: guilds keep coins in jars. It has all that the real domains have to survive: locks,
// limits, news, jobs, races, crashes and clocks that jump.
export const openJars =
  (fault: JarFault | null): OpenWorld =>
  async (ground, chance) => {
    const jars = await foundGuilds(ground, chance, fault)
    return {
      operations: [
        ...transferOperations(jars),
        ...deliveryOperations(jars),
        ...timeOperations(jars),
      ],
      invariants: jarInvariants(jars),
    }
  }
