// In this order, because a screen's searches and sign-ins show on later ones.
import './screens/visitor';
import './screens/feed';
import './screens/poll';
import './screens/ballots';
import './screens/share';
import './screens/create';
import './screens/people';
import './screens/account';
import './screens/joining';
import './screens/community';
import './screens/security';
import './screens/admin';
