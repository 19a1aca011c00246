import { keeper } from '../../lib/keeper.ts'
import type { ProfileValues } from './form-schema.ts'

export const keptValues = keeper<ProfileValues>()
