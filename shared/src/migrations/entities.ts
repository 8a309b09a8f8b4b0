import { connections } from '../connections/store.ts'
import type { Entity } from './entity.ts'

/** Every entity whose shape has ever changed. */
export const ENTITIES: readonly Pick<
  Entity<object>,
  'name' | 'version' | 'behind' | 'upgraded' | 'partitions'
>[] = [connections]
