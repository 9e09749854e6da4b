import { personalDataRpc, type PersonalPage } from '@inkling/contracts';
import { Rpc, RpcController } from '@inkling/platform';

/** What community stores about a person, for their own export. */
@RpcController()
export class PersonalData {
  @Rpc(personalDataRpc.community)
  list(): PersonalPage {
    return { entries: [], next: null };
  }
}
