import { Module } from '@nestjs/common';
import { PersonLimits } from '@inkling/platform';
import { Log } from './log/log.js';
import { PersonalData } from './personal-data/personal-data.js';
import { AccountPurge } from './purge/account-purge.js';

@Module({
  controllers: [PersonalData],
  providers: [PersonLimits, Log, AccountPurge],
})
export class AppModule {}
