import { parseSettings, type Settings } from '../../infra/src/settings.ts'

/** A deployment's settings: the least that it needs, a ready image, and the given ones. */
export function settingsWith(given: object = {}, name = 'recado'): Settings {
  return parseSettings(name, {
    region: 'sa-east-1',
    socketImage: 'public.ecr.aws/example/session:1',
    ...given,
  })
}
