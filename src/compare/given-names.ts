/**
 * Families of given names: a name in full with its spellings in several languages, and what people who bear it are
 * called. Written from general knowledge for this program, English names first, then some of other languages; as
 * `person` values are normalised. Commas part families; a name may stand in several ("alex", "chris", "pat").
 */
export const FAMILIES = `
abigail abby abbie abi gail, abraham abram abe bram, adelaide adele adela addie heidi, adrian ade adie, agnes aggie
nessie agneta agnieszka, albert al bert bertie albrecht alberto, elbert albert al bert, alexander alex alec alick
xander sandy sasha lex al aleksander alexandr aleksandr alejandro alessandro, alexandra alex sandra sandy sasha
alexa lexi lexie aleksandra alejandra alessandra, alfred alf alfie al fred freddie alfredo, alice ali allie alicia
alison allison alyson, amanda mandy manda, amelia millie milly amy melia emily, andrew andy drew andre andreas
andrzej anders andrei andrej andres, angela angie ange angelica angelina, ann anne anna annie nan nancy anita
hannah annette anya ania, annabel annabelle bella belle anna, anthony tony antony ant anton antonio antoine toni
antoni, antonia toni tonia antonie antoinette, antoinette toni nettie tony, archibald archie archy baldie, arnold
arnie, arthur art artie arturo, augustus gus august augustine austin, augusta gussie gus, barbara barb barbie babs
bab babette basia, bartholomew bart barty bat bartek bartlomiej, beatrice bea bee trixie beatrix beatriz, benedict
ben bennie benny, benjamin ben benny bennie benji benjy, bernadette bernie detta, bernard bernie barney bernhard
bernardo, bertha bertie berta, bertram bert bertie, bradley brad, brandon bran brandy, brenda bren, bridget bridie
biddy bridgit brigid brigitte brigitta gitta birgit, bruno brunon, calvin cal vin, cameron cam, camilla millie milla
cam cami, carol carole carrie caroline carolyn, caroline carrie carol caro lina carolyn carolina karoline karolina,
cassandra cassie cass sandra sandy, catherine katherine kathryn catharine katharine cathryn kathrine kate katie katy
kathy cathy kit kitty kat kay kathleen cath kath katarina katharina catarina caterina ekaterina katja katya karin
karen kaja kasia katrin kathrin cate, kathleen kathy kate katie kath kay cathleen cathy kitty, cecilia cecily celia
cissy cissie cis cecile sheila, cecil cec, charles charlie charley chuck chas chaz chick carlos carlo karl carl
karel charly, charlotte charlie lottie lotte char carlotta charlene lotty, chester chet, christian chris kit
christer kristian cristian, christina christine chris chrissy chrissie tina teena christa christiane kirsten kirsty
kristina kristin kristine krystyna cristina, christopher chris kit topher christoph kris kristof christophe
cristobal krzysztof christy, clara clare claire klara, claudia claudie klaudia, clement clem, clifford cliff,
clifton cliff, clinton clint, constance connie constanze, constantine con gus kostas konstantin costa constantin,
cornelius con neil corny neal cornelis, cornelia nellie nelly corrie nele, curtis curt, cuthbert bert bertie,
cynthia cindy cyndi, cyril cy, daniel dan danny dannie daniele, danielle dani ella daniela danuta, david dave davy
davey davie dai dawid, deborah debbie deb debra debby debs, delilah lila, dennis den denny denis denys, derek
derrick rick del, desmond des dez, diana diane di dianne dinah, dominic dom nick dominik domingo dominique, donald
don donnie donny, dorothy dot dottie dolly dora dorothea dorothee dorrie dory thea, dorothea thea dora dorle,
douglas doug dougie, duncan dunc, edith edie ede, edmund ed eddie ned ted edmond, edward ed eddie ned ted teddy eddy
eduard edouard eduardo ward, edwin ed eddie ned win, eileen aileen lena, elaine lainie lanie laine, eleanor elinor
ellie nell nellie nora ella ellen lena leonora norah eleonore elenor nelly elanor, elizabeth elisabeth liz lizzie
lizzy beth betty bess bessie betsy eliza lisa libby elsie elsa elspeth lisbeth liza lise liesel lilibet isabel else
elise ela elzbieta elisa babette lili betsey bettie lillibet, ellen nell nellie ellie helen nelly, emily em emmy
millie milly emmie emilie, emma em emmy emmie, emmanuel manny manuel emanuel manolo manu, ernest ernie ern ernst
ernesto, esther essie hester hetty ester, ethel etty, eugene gene eugen eugenio evgeny, eugenia genie gene, eunice
uny, euphemia effie phemie, eva eve evie evita ewa, evelyn eve evie lyn ev, ezekiel zeke, felicity fliss flick fee,
ferdinand ferdie fred fernando nando, florence flo flossie florrie flora flory, frances fran fanny frannie francie
frankie fannie francine cissy, francis frank frankie fran franz francois francesco francisco franciszek frans,
francesca fran frankie chesca cesca francisca franziska, francisco paco pancho francis frank, franklin frank
frankie, franziska franzi fanny ziska, frederick fred freddie freddy fredrick frederic rick fritz friedrich ric
fredric federico frederik fryderyk, frederica freddie frieda rica friederike rike, gabriel gabe gabi gabby,
gabrielle gabby gabi gaby ella brielle gabriela gabriele, gareth gary gaz, gary gaz garry, geoffrey jeffrey geoff
jeff jeffery geoffry godfrey gottfried, george georgie geordie dod georg jorge jorg jurgen juri yuri georges giorgio
jerzy jurek jurij goran, georgina georgie gina georgia georgiana ina georgette georgine, gerald gerry jerry ged
gerard jerald, geraldine gerry gerri dina, gerard gerry jerry ged gerrard gerhard gerardo, gertrude gertie trudy
trude trudi gert gertrud traudl, gilbert gil bert gib bertie, gillian gill jill gilly jilly, gordon gord gordie,
grace gracie, graham graeme gray grahame, gregory greg gregg gregor grzegorz gregorio, griffith griff, guadalupe
lupe lupita, gustav gus gustave gustavo, gwendolyn gwen wendy gwendoline gwenda, hannah hanna anna annie ann nan
johanna, harold harry hal harald, harriet hattie hatty harry harriett henrietta etta, harrison harry, harvey harv,
heather hettie, heinrich heinz heiner henrik hendrik henri henry hinrich enrico, helen helena nell nellie ellen lena
ella elena nelly helene eleni ilona nel, henrietta etta hettie hetty harriet hattie henny henriette jette, henry
harry hal hank henri enrique heinrich hendrik henrik harri, herbert herb bert herbie bertie heribert, herman hermann
manny harm, hilary hil hilly hillary, horace horry, howard howie, hubert hugh bert hubie, hugh hughie hugo huw,
humphrey humph, ian iain, ignatius iggy nacho ignacio ignaz natz, imogen immy imo, ingeborg inge inga, irene rene
renie irena, isaac ike zac izaak zak, isabella isabel isobel isabelle bella belle izzy izzie ibby tibbie issy ysabel
isa, isidore izzy isidor, israel izzy, jacob jake jack jakob coby jacobo jakub cobus, jacqueline jackie jacqui jacky
jacquelyn, james jim jimmy jamie jem jimmie jas jaime seamus diego iago giacomo jamey hamish, jane jenny janie jean
janet jayne jennie jan, janet jan jenny jessie nettie jennet, janice jan, jean jeanie jeannie jenny jeanne jane,
jefferson jeff, jemima mima jem, jennifer jen jenny jenni jenna jennie, jeremiah jerry jem jeremy, jeremy jerry jem
jez jezza, jerome jerry gerome, jessica jess jessie jessy, jesse jess, joachim jochen achim joakim joaquin jo, joan
joanie jo joanna jean, joanna jo joanne jan jana anna johanna hanna asia joannah, johanna hanna hanne jo hannah joke
janna, johannes hans johann hannes jan jo joop john jens, john jack johnny jon jock johnnie jackie ian jan hans
johan johann juan jean giovanni ivan sean shaun shane evan janek janusz jonny jno, jonathan jon jonny john jonathon
johnathan jonty nathan, jordan jordy, joseph joe joey jo jos josef jose giuseppe josip jozef sepp pepe beppe
youssef, josephine jo josie joey fifi josefine josefa pepita, joshua josh jos, joyce joy, juan john juanito, judith
judy jude judi jody judit, julia julie jules jill juliet giulia, julian jules jools jule julius, juliet jules julie
juliette julia, justin just jus, karen kaz karin, kenneth ken kenny kennie, kevin kev, kimberly kim kimberley kimmy,
kristen kris kirsten kristin, laura laurie lori lolly lara laurel loretta, lauren laurie ren loren, lawrence
laurence larry laurie lars lorenzo laurent lenz lorenz laurens law lorry, leah lee, leonard len lenny leo lennie
leon leonardo leonhard, leopold leo poldi leopoldo, leroy lee roy, leslie les lesley, letitia lettie titia lettice
letty, lewis louis lew lou, lillian lily lilly lil lillie lilian, linda lin lindy lyn lynda, lionel leo, louis lou
louie lewis ludwig luis luigi ludovic lajos, louisa louise lou lulu luisa luise lisa, lucille lucy lu, lucinda lucy
cindy lu, lucas luke luc lukas lukasz luca, lucia lucy lucie luz lucja, ludwig lutz louis wiggerl lude, lydia lyddie
lidia, lynn lyn lynne lynette linda, madeleine maddie maddy madeline magdalene lena madelaine madge, magdalena lena
magda maggie madeleine leni malgorzata, malcolm mal malc, manfred manni fred, manuel manolo manny manu manolito,
marcus mark marc marco marek markus marcos, margaret maggie peggy meg margie madge marge greta daisy rita peg meggie
margo mags maisie marguerite margarita margarete margot megan gretchen grete margherita marjorie pearl mag margret
marga malgorzata gosia greet, margery marjorie marge margie madge marjory, maria mary marie mia mitzi ria maja
miriam marika mariechen marija marysia, marian marion mary, marilyn mary lyn, martha marty mattie patty marta matty,
martin marty mart marcin martijn, martina tina marti, mary molly polly mae may mamie moll minnie maria marie mollie
maire moira maureen mimi mariah, matilda tilly mattie maud tillie mathilde matty tilda, matthew matt matty mathew
matthias mat mateusz matteo mateo matti mathias, maureen mo reenie, maurice morris maury moe mo moritz mauricio
maurizio morrie, maxwell max, maximilian max maxi massimiliano, maximillian max, melanie mel melly, melissa mel
lissa missy, melvin mel, mercedes mercy merche, meredith merry, michael mike mick micky mickey mikey mitch michel
michal miguel mikhail mischa misha micheal mikael michele mihai miki, michelle shelly mickey chelle michele shell
shelley, mildred millie milly, millicent millie milly, miriam mim mimi mary mitzi miri, mitchell mitch, mohammed
mohammad muhammad mohamed muhammed mo mohamad mehmet, monica mona nikki monika, montague monty, mortimer mort morty,
moses mo moe moshe, muriel mur, nancy nan ann nance, natalie nat nattie natalia tally nathalie natalya, natasha
tasha nat natalia nataly tash, nathaniel nathan nat nate nathanial nathanael natty, neil neal nigel, nicholas nick
nicky nico nicolas nikolaus klaus nik nikolai nicolai nils niels colin claus nikola niklas mikolaj miklos nickolas,
nicole nicky nikki nic nicola niki, nigel nige, noel noelie, norbert bert, norman norm normie, olga olya ola, oliver
ollie olly noll olivier nol, olivia liv livvy livia olive ollie, oswald ozzie oz ossie, otto odo, owen ewan eoin
eugene, pamela pam pammy, patricia pat patsy patty trish tricia paddy pattie patti trisha trixie, patrick pat paddy
patty rick padraig paddie patryk patrizio, paul pauly pablo paolo pawel pavel pol pauli, paula polly paulina,
pauline polly paulina paulette, penelope penny pen nell, percival percy perce, peregrine perry, peter pete pietro
pedro piotr pierre petr piet pjotr petrus peader pieter, petra peti, philip phillip phil pip flip felipe philipp
philippe filip felip, philippa pippa pip phil, philomena mena phil, phyllis phyl phil, prudence prue pru, priscilla
cilla prissy cissy, rachel rae ray rach rachael shelley raquel, ralph rafe raff, randolph randy dolph rudolph,
randall randy rand, raphael rafe raffi rafael rafal raf, raymond ray raymund ramon raimund, rebecca becky becca
becka beck reba bex rebekah, reginald reg reggie rex, regina gina reggie ina, reinhard reiner rainer, reinhold
holdi, renate rena nati, reuben rube ben, rhoda rho, richard rick dick rich ricky richie dickie dickon ricardo
ritchie riccardo rico ryszard, robert bob rob bobby robbie bert robin bobbie dob rupert roberto robby robb hob robt,
roberta bobbie robbie bobby berta, roderick rod rick roddy rory, rodney rod roddy, roger rog rodge hodge rutger,
roland rolly rowland orlando rollo rolf roly, ronald ron ronnie ronny ronaldo reginald, rosalind ros roz rosie rose
lindy rosalyn, rosemary rose rosie mary rosemarie romy, rose rosie rosa rosalie rosetta, rosanna rosie anna rose
roseanne, roxanne roxy rox anne, rudolph rudy dolph rolf rudolf rudi, rupert rupe robert, russell russ rusty, ruth
ruthie, sabrina brina, salvatore sal sally turi toto, samantha sam sammy sammie mandy, samuel sam sammy samson,
sandra sandy alexandra sandie, sarah sara sally sadie sal sarita zara, sebastian seb bastian basti bas sebastien,
selina lina celina, sharon shaz shari, sheila shelagh sheelagh celia, shirley shirl, sibyl sybil syb, sidney syd sid
sydney, siegfried sigi friedel, sigmund sigi ziggy zygmunt, silvester sly vester sylvester, simon si sim simeon
szymon, simone simmy mona, solomon sol solly salomon, sophia sophie sofia sophy fia sofie zofia zosia, stanley stan
stanislaus, stanislaus stan stanislaw staszek stas, stephanie steph steffi stephie stefanie stefania fanny steff,
stephen steven steve stevie ste stefan stephan esteban etienne stefano steffen szczepan istvan steph, stuart stewart
stu, susan sue susie suzie sukie susannah suzanne suzy susanna susanne suse sanna shoshana zuzanna suzanna sanne
susana, sylvia sylvie silvia syl, tabitha tabby, tatiana tanya tania tatjana tatyana, teresa theresa tess terry
tessa tracy tessie teri terri therese tressa resi thea reese teresita, terence terry tel terrance terrence, thaddeus
thad ted tad tadeusz, thelma thel, theodora dora theo thea teddie teodora, theodore ted teddy theo theodor fedor
dora teodor, thomas tom tommy thom tomas tomasz tam tommaso tommie tamas thos, timothy tim timmy timo, tobias toby
tobi, tracey tracy trace, ulrich uli ulli ulrik, ulrike uli ulla rike ulli, ursula ursel uschi ulla orsola ursie,
valentine val tino valentin, valerie val, vanessa nessa ness vanny, vera verity, veronica ronnie roni vera veronika
nica vroni, victor vic vick viktor vittorio wiktor, victoria vicky vicki tori vic vickie vikki viktoria tory queenie
vittoria, vincent vin vince vinnie vinny vincenzo vicente vinzenz, viola vi, violet vi lettie, virginia ginny ginger
gini ginnie virginie, vivian viv vivien vivienne, vladimir vova volodya vlad wladimir wlodzimierz, wallace wally
wal, walter walt wally wat walther, wanda wendy, wesley wes, wilfred wilf will fred wilfried wilfrid, wilhelm willi
willy wim will willem helm william, wilhelmina mina minnie wilma willa billie helmi minna, william will bill billy
willie liam willy wilhelm guillermo guillaume wills wm willem billie wilson, winifred win winnie freda fred, winston
win winnie, wolfgang wolf wolfi, woodrow woody, yvonne von vonnie evonne, zachary zach zac zack zak zachariah
zachery zacharias, zoe zoey, aleksei alexei alyosha lyosha alexey, anastasia nastya ana stacy stasia tasia, dmitri
dima mitya dmitry dimitri dimitrios mitri, evgeny zhenya yevgeny evgeni eugene, ivan vanya john, konstantin kostya
konstanty, lyudmila lyuda mila ludmila lucy, nadezhda nadia nadya, natalia natasha natalya nata, nikolai kolya
nicholas nicolai, pavel pasha paul, sergei seryozha serge sergey sergio, svetlana sveta lana, vasily vasya basil
vassily, yekaterina katya ekaterina catherine, yelena lena elena helen, alejandro alex jandro sandro, concepcion
concha conchita, dolores lola lolita dolly, enrique quique kike henry, fernando nando fer, guillermo memo guille
william, javier javi xavier, jesus chuy chucho, luis lucho louis lou, pilar pili, rafael rafa rafe, ramon moncho
raymond, roberto beto tito robert, rosario charo, santiago santi diego james, antonio tonio nino toni, giovanni
gianni nino vanni gian, giuseppe beppe pino peppino, luigi gigi gino, pietro piero peter, agnieszka aga agnes,
jadwiga jadzia hedwig, katarzyna kasia catherine, krzysztof krzys krzysiek christopher, tadeusz tadek, wojciech
wojtek adalbert, zbigniew zbyszek, bjorn bear, lars lasse laurence, ole olaf olav, per peter pelle
`;
