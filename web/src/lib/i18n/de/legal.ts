import type { Translation } from '../translation';

export const legal = {
  privacyTitle: 'Datenschutz',
  termsTitle: 'Nutzungsbedingungen',
  rulesTitle: 'Regeln',
  cookiesTitle: 'Cookies',
  imprintTitle: 'Impressum',
  version: 'Version {version}, {day}',
  noImprint: 'Der Betreiber dieses Servers hat kein Impressum geschrieben.',
  loadFailed: 'Diese Seite konnte nicht geladen werden',
  builtIn:
    'Das tut die Software von sich aus. Der Betreiber dieses Servers ist dafür verantwortlich und kann es ergänzen.',
  runBy: 'Diesen Server betreibt {name}.',
  write: 'Fragen? Schreib an {email}.',
  writeForm: 'Fragen? Nutze das Formular der Hilfe.',
  kept: 'Was gespeichert wird',
  kept1:
    'Deine E-Mail-Adresse, dein Name, Benutzername und Bild. Dein Passwort als Hash, aus dem es sich nicht lesen lässt.',
  kept2:
    'Deine Umfragen, Bilder, Clips, Kommentare, Likes, Gespeichertes und wem du folgst; die Themen, die du gewählt hast; deine letzten {count} Suchen; deine Einstellungen für Mitteilungen und die Adressen der Geräte, die Push bekommen; deine Nachrichten an die Hilfe.',
  kept3:
    'Zu jeder Anmeldung ihre Zeit, wann sie zuletzt genutzt wurde und der Name des Browsers. Deine Netzadresse zählt etwa eine Stunde lang gegen Missbrauch. In den Protokollen der Software steht sie nicht; ein Proxy des Betreibers kann sie festhalten.',
  votes: 'Deine Stimme',
  votes1:
    'Deine Stimme wird mit der gewählten Antwort gespeichert, damit sie einmal zählt und du sie siehst. Die Anwendung zeigt diese Antwort sonst niemandem.',
  votes2:
    'Gewöhnliche Umfragen sind live: Jede Stimme erscheint sofort in den Zahlen. Wer eine kleine Umfrage beobachtet, kann sie mit deinem Kommentar oder Like danach verbinden.',
  votes3:
    'Dein Name wird nur genannt, wenn du das in den Einstellungen einschaltest. Wer alle anderen Stimmen kennt, kann deine erschließen.',
  votes4: 'Der Betreiber dieses Servers kann die Datenbank und ihre Sicherungen lesen.',
  see: 'Wer was sieht',
  see1: 'Alle Angemeldeten sehen deinen Namen, Benutzernamen, dein Bild, wer dir folgt und wem du folgst, deine Umfragen und deine Kommentare. Wer eine Umfrage erstellt hat, erfährt, wem sie gefällt, und du erfährst, wer dir folgt.',
  see2: 'Ein Link zu einer Umfrage zeigt allen Frage, Antworten, Bilder, wer gefragt hat und wie viele abgestimmt haben, auch ohne Konto. Die Stimmen jeder Antwort zeigt er nur, wo alle sie sehen dürfen.',
  see3: 'Deine Stimmen, gespeicherten Umfragen, Suchen, Mitteilungen und deine E-Mail-Adresse siehst nur du.',
  long: 'Wie lange',
  long1:
    'Mit einer gelöschten Umfrage werden ihre Stimmen, Kommentare und Bilder gelöscht. Ein gelöschter Kommentar verschwindet sofort für alle.',
  long2:
    'Mitteilungen werden nach {count} Tagen gelöscht, Sitzungen nach 30 Tagen ohne Nutzung, wenn der Server nicht anders eingestellt ist, gesendete Mails nach 30 Tagen, und eine Push-Adresse nach 60 Tagen ohne Nutzung. Ein Benutzername, den du aufgibst, bleibt 30 Tage für dich reserviert. Alles andere bleibt, bis es gelöscht wird.',
  long4:
    'Ein Protokoll der letzten Änderungen, etwa neuer Umfragen, Kommentare und Profile, bleibt 14 Tage, damit kein Teil des Servers eine verpasst. Darin stehen auch Texte, die du seither gelöscht hast. Sicherungen behalten alles so lange, wie der Betreiber sie behält.',
  long3:
    'Dein Konto löschst du in den Einstellungen. Das geschieht nach einigen Tagen, in denen du es zurücknehmen kannst.',
  table: 'Alles, in einer Tabelle',
  tableText:
    'Was die Datenbanken dieses Servers über Menschen speichern, warum und wie lange. Kopien deines Profils und deiner Umfragen, die andere Teile des Servers haben, gehen mit ihnen. Alles von dir bekommst du als Datei: Einstellungen, Deine Daten.',
  tableHolds: 'Was',
  tableWhy: 'Warum',
  tableKept: 'Wie lange',
  device: 'Auf deinem Gerät',
  device1:
    'Cookies halten dich angemeldet, merken sich, welches Konto und welche Sitzung das ist, und zeigen, ob Cookies überhaupt gehen. Sie gehören diesem Server allein und folgen dir auf keine andere Seite.',
  device2:
    'Dieser Browser speichert die Angaben deines Kontos, deine Einstellungen, Entwürfe, eine Wahl vor der Anmeldung, was du angesehen hast, und die letzten Umfragen für unterwegs ohne Netz. Beim Abmelden werden die Angaben deines Kontos und diese Umfragen entfernt.',
  third: 'Dritte',
  third0: 'Es gibt keine Werbung und kein Tracking. Das Folgende geschieht nur, wo dieser Server es eingerichtet hat:',
  thirdGoogle:
    'Google: Die Anmeldung mit Google und mit E-Mail läuft darüber (Firebase). Google erfährt dann deine E-Mail-Adresse und verwahrt bei E-Mail auch das Passwort. Bei Google bekommt dieser Server deine E-Mail-Adresse und deinen Namen.',
  thirdPush: 'Push: Deine Mitteilungen laufen über den Dienst des Herstellers deines Browsers.',
  thirdMail: 'Mail: Nachrichten an dich laufen über einen Mail-Dienst.',
  thirdAi: 'KI: Frage und Antworten jeder Umfrage können an ein Modell gehen. Über dich geht nichts hinaus.',
  thirdWiki: 'Wikipedia: Der Server schlägt dort Themen einer Umfrage nach. Über dich geht nichts hinaus.',
  thirdStore: 'Speicher: Bilder und Clips können bei einem Speicherdienst liegen, den der Betreiber wählt.',
  use: 'Inkling nutzen',
  use1: 'Inkling kostet nichts. Zum Abstimmen und Veröffentlichen brauchst du ein Konto, und du bist für das verantwortlich, was damit geschieht.',
  use2: 'Eine Stimme je Person und Umfrage. Eine Stimme lässt sich weder ändern noch zurücknehmen. Stimm nicht mit mehreren Konten oder per Skript ab.',
  content: 'Was du veröffentlichst',
  content1:
    'Es bleibt deins. Mit dem Veröffentlichen erlaubst du diesem Server, es zu speichern und anderen so zu zeigen, wie es unter Datenschutz steht.',
  content2:
    'Veröffentliche nur, was du darfst: nichts Verbotenes, keine privaten Daten anderer, keine Belästigung, kein Spam.',
  content3: 'Eine veröffentlichte Umfrage lässt sich nicht bearbeiten. Löschen kannst du deine jederzeit.',
  limits: 'Worauf du dich verlassen kannst',
  limits1: 'Ergebnisse zeigen, was Menschen hier gewählt haben. Sie sprechen nicht für alle.',
  limits2: 'Von KI geschriebene Texte können falsch sein. Prüf ihre Quellen.',
  limits3:
    'Der Server wird angeboten, wie er ist. Er kann ausfallen und geschlossen werden. Der Betreiber kann Inhalte entfernen und Konten schließen.',
} as const satisfies Translation['legal'];
